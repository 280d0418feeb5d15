import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { printedByRunners } from '../testing/printed-by-runners.ts';
import { runsOfOutput } from '../testing/runner-outputs.ts';

const resultOf = (command: string, output: string, exit: number): string =>
  runsOfOutput(command, output, exit)
    .map(({ result, output: kept }) => `${result} ${kept}`)
    .join(', ');

describe('each runner, by what it prints', () => {
  for (const { command, passed, failed, notRun = [], stopped, head } of printedByRunners) {
    it(command, () => {
      if (passed !== undefined) assert.equal(resultOf(command, passed, 0), 'passed whole');
      if (failed !== undefined) assert.equal(resultOf(command, failed, 1), 'failed whole');
      for (const [output, exit] of notRun)
        assert.equal(resultOf(command, output, exit), 'not run whole', output);
      if (stopped) assert.equal(resultOf(command, ...stopped), 'unknown killed');
      if (head !== undefined)
        assert.equal(resultOf(`${command} 2>&1 | head -${head.split('\n').length}`, head, 0), 'failed cut');
      // Behind a pipe nobody knows the end of it, and a cut output proves no pass.
      if (passed !== undefined)
        assert.doesNotMatch(resultOf(`${command} 2>&1 | head -2`, passed, 0), /passed/);
    });
  }
});
