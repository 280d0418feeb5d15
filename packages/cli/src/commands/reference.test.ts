import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cliReference, variables } from './reference.ts';

it('docs/cli.md is what the program says; else run: npm run reference -w @debrief/cli', async () => {
  const written = await readFile(new URL('../../../../docs/cli.md', import.meta.url), 'utf8');
  assert.equal(written, cliReference());
});

it('every variable that the program reads is in the reference', async () => {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const read = execFileSync(
    'grep',
    [
      '-rhoE',
      '(process\\.env|\\benv)\\.[A-Z][A-Z_]+',
      folder,
      '--include=*.ts',
      '--exclude=*.test.ts',
      '--exclude-dir=agents',
      '--exclude-dir=testing',
      '--exclude-dir=hooks',
    ],
    { encoding: 'utf8' },
  );
  const names = new Set(
    read
      .trim()
      .split('\n')
      .map((one) => one.replace(/^.*\./, '')),
  );
  for (const name of names) assert.ok(name in variables, `${name} is missing in reference.ts`);
});
