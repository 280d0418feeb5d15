import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readOf, runnerOutputs, runsOfOutput } from './runner-outputs.ts';

const folder = fileURLToPath(new URL('../../../../../shared/runner-outputs', import.meta.url));

it('no output of a run that failed, was cut or did not run is called passed', {
  skip: !existsSync(join(folder, 'index.jsonl')) && 'no ../shared/runner-outputs beside the project',
}, () => {
  const outputs = runnerOutputs(folder).filter(({ file }) => existsSync(join(folder, file)));
  assert.ok(outputs.length > 100, `${outputs.length}`);
  const green = outputs
    .filter(({ outcome, complete }) => outcome !== 'passed' || !complete)
    .filter(({ file, command, exit, kind }) => {
      const runs = runsOfOutput(command, readFileSync(join(folder, file), 'utf8'), exit);
      return readOf(runs, kind) === 'passed';
    })
    .map(({ file }) => file);
  assert.deepEqual(green, []);
});
