import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRight, outcomeOf } from '../measure.ts';
import { harmlessCases, unseenCases } from './cases.ts';

/** The seeds of the first look, whose figure is in docs/agents.md. */
const SEEDS = [71, 72];

test('the second set, written before the rules: at least 97 % of its values are gone', (t) => {
  const cases = unseenCases(SEEDS);
  const wrong = cases.filter((one) => !isRight(one));
  t.diagnostic(`${cases.length - wrong.length} of ${cases.length}`);
  for (const one of wrong) t.diagnostic(`left ${one.kind}`);
  assert.ok(wrong.length / cases.length <= 0.03, `${wrong.length} of ${cases.length} are left`);
});

test('what only looks like a secret, or stands where one would, stays', () => {
  const struck = harmlessCases.filter((one) => !isRight(one)).map(outcomeOf);
  assert.deepEqual(struck, []);
});
