import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { exitCodes } from '../../failure.ts';

it('is no deed without a question or --yes, and that is a matter of usage', () => {
  const home = mkdtempSync(join(tmpdir(), 'disconnect-'));
  try {
    const code = `import(${JSON.stringify(new URL('./disconnect.ts', import.meta.url).href)})
      .then((module) => module.disconnect({}))
      .catch((error) => { console.log(error.message); process.exitCode = error.exitCode; });`;
    const ended = spawnSync(process.execPath, ['-e', code], {
      env: { ...process.env, HOME: home, DEBRIEF_HOME: home },
      input: '',
      encoding: 'utf8',
    });
    assert.match(ended.stdout, /Add --yes/);
    assert.equal(ended.status, exitCodes.usage);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
