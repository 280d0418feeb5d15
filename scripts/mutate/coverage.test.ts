import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { measure, runs } from './coverage.ts';
import { runTestFile } from './test-run.ts';

const source = 'export const sign = (n: number) => {\n  if (n < 0) return -1;\n  return 1;\n};\n';

describe('the tests that run a place', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'debrief-mutate-test-'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'sign.ts'), source);
    writeFileSync(
      join(folder, 'sign.test.ts'),
      "import assert from 'node:assert';\nimport { sign } from './sign.ts';\nassert.equal(sign(2), 1);\n",
    );
    writeFileSync(join(folder, 'bad.test.ts'), 'process.exitCode = 1;\n');
    writeFileSync(
      join(folder, 'unlucky.test.ts'),
      "import { existsSync, writeFileSync } from 'node:fs';\nif (!existsSync('ran')) process.exitCode = 1;\nwriteFileSync('ran', '');\n",
    );
    writeFileSync(join(folder, 'endless.test.ts'), 'for (;;) {}\n');
  });
  after(() => rmSync(folder, { recursive: true }));

  it('are known to the place, not only to the file', async () => {
    const test = await measure({
      folder,
      file: 'sign.test.ts',
      env: process.env,
      limitMs: 60_000,
      sources: ['sign.ts'],
    });
    assert.equal(test.outcome, 'passed');
    assert.equal(runs(test, 'sign.ts', source.indexOf('return 1')), true);
    assert.equal(runs(test, 'sign.ts', source.indexOf('n < 0')), true);
    assert.equal(runs(test, 'sign.ts', source.indexOf('return -1')), false);
    assert.equal(runs(test, 'other.ts', 0), false);
  });

  it('have failed without a change when they fail twice', async () => {
    const outcomeOf = async (file: string) =>
      (await measure({ folder, file, env: process.env, limitMs: 60_000, sources: [] })).outcome;
    assert.equal(await outcomeOf('unlucky.test.ts'), 'passed');
    assert.equal(await outcomeOf('bad.test.ts'), 'failed');
  });

  it('that fail are told from those that do not end', async () => {
    const run = (file: string, limitMs: number) => runTestFile({ folder, file, env: process.env, limitMs });
    assert.equal(await run('bad.test.ts', 60_000), 'failed');
    assert.equal(await run('endless.test.ts', 100), 'timed out');
  });
});
