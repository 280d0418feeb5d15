import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKnownSecrets, createRedactor } from '../../src/index.ts';
import { isRight } from '../measure.ts';
import { fourthCases, type Half } from './cases.ts';
import { lookAlikes } from './lookalike.ts';

/** The seeds of the first look, whose figures are in docs/agents.md. */
const SEEDS = [601, 602];

for (const [half, values, outputs] of [
  ['tuned', 0.96, 0.99],
  ['aside', 0.965, 0.99],
] as const satisfies readonly (readonly [Half, number, number])[]) {
  test(`the fourth set, ${half}: at least ${values * 100} % of values and ${outputs * 100} % of outputs are gone`, (t) => {
    const cases = fourthCases(half, SEEDS);
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

test('of 5 MB that look like secrets and are none, one place may be struck', (t) => {
  const redactor = createRedactor({ machineKey: 'look-alikes', known: createKnownSecrets('look-alikes') });
  const struck: string[] = [];
  for (const { kind, text } of lookAlikes(701, 5_000_000)) {
    const { findings } = redactor.redact({ content: text });
    for (const [rule, count] of Object.entries(findings)) struck.push(`${kind}: ${rule} ${count}`);
  }
  t.diagnostic(struck.join(', '));
  assert.ok(struck.length <= 1, struck.join(', '));
});
