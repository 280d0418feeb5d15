import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Turn } from '@debrief/contract';
import { barsOf, unitsOf } from './turn-bars.ts';

const turn = (number: number, costUsd?: number): Turn => ({
  turn: number,
  prompt: { id: `${number}.1`, index: number, sequence: number + 1, origin: 'human', text: 'x' },
  entries: 3,
  steps: 2,
  edits: 0,
  files: 0,
  errors: 0,
  denials: 0,
  decisions: 0,
  subagents: 0,
  compactions: 0,
  commits: 0,
  requests: 1,
  tokens: { input: costUsd === undefined ? 0 : 100, output: number, cache: 0 },
  costIsPartial: number === 1,
  ...(costUsd !== undefined && { costUsd }),
});

test('a bar for each turn, by cost and tokens where they are known and by steps where they are not', () => {
  const values = (unit: 'cost' | 'tokens' | 'steps') =>
    barsOf([turn(0, 1), turn(1, 2)], 10, unit).map(({ value }) => value);
  assert.deepEqual(values('cost'), [1, 2]);
  assert.deepEqual(values('tokens'), [100, 101]);
  assert.deepEqual(values('steps'), [2, 2]);
  assert.deepEqual(unitsOf([turn(0, 1)]), ['cost', 'tokens']);
  assert.deepEqual(unitsOf([turn(1)]), ['tokens']);
  assert.deepEqual(unitsOf([turn(0)]), ['steps']);
});

test('more turns than bars are added up, and a partial cost stays partial', () => {
  const bars = barsOf(
    [0, 1, 2, 3, 4].map((number) => turn(number, 1)),
    2,
    'cost',
  );
  assert.deepEqual(
    bars.map(({ first, last, value, isPartial }) => [first, last, value, isPartial]),
    [
      [0, 2, 3, true],
      [3, 4, 2, false],
    ],
  );
});
