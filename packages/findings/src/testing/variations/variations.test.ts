import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { recordWriters } from '../../planted/records/table.ts';
import { printedByRunners } from '../printed-by-runners.ts';
import { runnerOutputs, runsOfOutput } from '../runner-outputs.ts';
import { canRecord, isGreen } from './recorded.ts';
import type { KnownOutput } from './variation.ts';
import { variationsOf } from './vary.ts';

/**
 * Nobody has to know what a runner's output means to know that its first half proves no pass, that another exit code
 * than 0 is none, and that colours change nothing. `VARIATIONS=all` tries everything with every agent, which takes
 * minutes; otherwise each output is tried in some ways by one agent, and all ways and agents have their turn.
 */
const takesAll = process.env.VARIATIONS === 'all';
const agents = Object.keys(recordWriters).filter((agent) => agent !== 'cursor');
const step = 5;

interface Tried {
  count: number;
  falseGreens: string[];
  lostGreens: string[];
}

function tried(outputs: readonly KnownOutput[], every: number): Tried {
  const result: Tried = { count: 0, falseGreens: [], lostGreens: [] };
  for (const [index, given] of outputs.entries()) {
    const green = new Map<string, boolean>();
    for (const [at, variation] of [...variationsOf(given)].entries()) {
      if (!takesAll && (index + at) % every !== 0) continue;
      for (const agent of takesAll ? agents : [agents[(index + at) % agents.length] ?? '']) {
        if (!canRecord(agent, variation) || variation.wants === 'any') continue;
        result.count++;
        const isNow = isGreen(agent, given.of, variation);
        const line = `${given.name}, ${variation.name}, ${agent}`;
        if (variation.wants === 'never' && isNow) result.falseGreens.push(line);
        if (variation.wants !== 'same' || isNow) continue;
        const [before] = variationsOf(given);
        if (!green.has(agent)) green.set(agent, before !== undefined && isGreen(agent, given.of, before));
        if (green.get(agent)) result.lostGreens.push(line);
      }
    }
  }
  return result;
}

/** They print no word of tests: behind a task of the project nobody can tell what passed. */
const wordless = /^(?:\.\/gradlew|ctest -Q|mvn -q|xcodebuild -quiet)\b.{0,40} passes, (?:npm|make) test,/;

describe('an output that was changed', () => {
  const outputs = printedByRunners.flatMap(({ command, passed, failed }): KnownOutput[] => {
    const of = runsOfOutput(command, passed ?? failed ?? '', passed === undefined ? 1 : 0)[0]?.of;
    if (of === undefined) return [];
    const both = { command, of };
    return [
      ...(passed === undefined
        ? []
        : [{ ...both, name: `${command} passes`, output: passed, exit: 0, isPass: true }]),
      ...(failed === undefined
        ? []
        : [{ ...both, name: `${command} fails`, output: failed, exit: 1, isPass: false }]),
    ];
  });
  const all = tried(outputs, step);

  it('is never green where it cannot be', () => {
    assert.ok(all.count > 1000, `${all.count}`);
    assert.deepEqual(all.falseGreens, []);
  });

  it('stays green where nothing that is true has changed', () => {
    assert.deepEqual(
      all.lostGreens.filter((line) => !wordless.test(line)),
      [],
    );
  });
});

const folder = fileURLToPath(new URL('../../../../../../shared/runner-outputs', import.meta.url));

it('no real output becomes green by a change', {
  skip: !existsSync(join(folder, 'index.jsonl')) && 'no ../shared/runner-outputs beside the project',
}, () => {
  const kinds = { test: 'tests', lint: 'lint', types: 'types', build: 'build' } as const;
  const outputs = runnerOutputs(folder)
    // Of several checks in one call some passed.
    .filter(
      ({ file, outcome, complete }) => outcome !== 'mixed' && complete && existsSync(join(folder, file)),
    )
    .map(({ file, command, exit, kind, outcome }) => ({
      ...{ name: file, command, exit, of: kinds[kind], isPass: outcome === 'passed' },
      output: readFileSync(join(folder, file), 'utf8'),
    }));
  const { count, falseGreens } = tried(outputs, step * 4);
  assert.ok(count > 500, `${count}`);
  assert.deepEqual(falseGreens, []);
});
