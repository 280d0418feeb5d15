import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRight } from '../measure.ts';
import { type Half, thirdCases } from './cases.ts';

/** The seeds of the first look, whose figures are in docs/agents.md. */
const SEEDS = [501, 502];

for (const [half, values, outputs] of [
  ['tuned', 0.98, 0.98],
  ['aside', 0.94, 0.98],
] as const satisfies readonly (readonly [Half, number, number])[]) {
  test(`the third set, ${half}: at least ${values * 100} % of values and ${outputs * 100} % of outputs are gone`, (t) => {
    const cases = thirdCases(half, SEEDS);
    for (const [name, group, least] of [
      ['values', cases.filter(({ command }) => command === undefined), values],
      ['outputs', cases.filter(({ command }) => command !== undefined), outputs],
    ] as const) {
      const left = group.filter((one) => !isRight(one)).map(({ kind, command }) => kind ?? command);
      t.diagnostic(`${name}: ${group.length - left.length} of ${group.length}; left: ${left.join(', ')}`);
      assert.ok(
        left.length <= group.length * (1 - least),
        `${name}: ${left.length} of ${group.length} are left`,
      );
    }
  });
}
