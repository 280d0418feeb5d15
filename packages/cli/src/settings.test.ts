import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { writeDurably } from './disk.ts';
import { homeOf, pathsOf } from './home.ts';
import { changeSettings, readSettings, writeSettings } from './settings.ts';
import { machineSettings } from './testing/machine.ts';

test('settings changed by many at the same time stay whole, and no change is lost', async () => {
  const root = await mkdtemp(join(tmpdir(), 'debrief-settings-'));
  const home = homeOf({ DEBRIEF_HOME: root });
  await writeSettings(home, machineSettings());
  const names = Array.from({ length: 40 }, (_, index) => `installation-${index}-${'x'.repeat(index * 7)}`);
  await Promise.all(
    names.map((name) =>
      changeSettings(home, (settings) => ({
        ...settings,
        installations: { ...settings.installations, [name]: name },
      })),
    ),
  );
  assert.equal(Object.keys((await readSettings(home))?.installations ?? {}).length, names.length);
  const { settings } = pathsOf(home);
  await Promise.all(names.map((name) => writeDurably(settings, JSON.stringify({ name }))));
  assert.ok(await readSettings(home));
  assert.deepEqual(
    (await readdir(dirname(settings))).filter((name) => name.endsWith('.tmp')),
    [],
  );
  await rm(root, { recursive: true });
});
