import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';

test('bundles into one file that needs nothing beside it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'debrief-redaction-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const outfile = join(folder, 'redaction.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, '../src/index.ts')],
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    outfile,
  });
  const script = `import { createRedactor } from ${JSON.stringify(outfile)};
    console.log(createRedactor({ machineKey: 'k' }).redact('${'gh'.concat('p_')}${'a1B2c3D4e5F6'.repeat(3)}').value);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  assert.match(output, /^\[REDACTED:github:[0-9a-f]{4}\]\n$/);
});
