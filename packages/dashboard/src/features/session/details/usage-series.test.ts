import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barsOf, type Sample } from './usage-series.ts';

const sample = (sequence: number, at: number | undefined, output: number): Sample => ({
  sequence,
  at,
  input: 0,
  output,
  cacheRead: 0,
  cacheWrite: 0,
});

test('bars are differences, by time', () => {
  const { bars, axis } = barsOf([sample(1, 0, 10), sample(2, 50, 30), sample(3, 100, 35)], 2);
  assert.equal(axis, 'time');
  assert.deepEqual(
    bars.map((bar) => bar.output),
    [10, 25],
  );
});

test('without times the events are the axis', () => {
  const { bars, axis } = barsOf([sample(1, undefined, 5), sample(9, undefined, 6)], 4);
  assert.equal(axis, 'events');
  assert.deepEqual(
    bars.map((bar) => bar.output),
    [5, 0, 0, 1],
  );
});

test('nothing, one sample, and a count that went down do no harm', () => {
  assert.deepEqual(barsOf([], 4).bars, []);
  assert.equal(
    barsOf([sample(3, 7, 9)], 4).bars.reduce((sum, bar) => sum + bar.output, 0),
    9,
  );
  assert.ok(barsOf([sample(1, 0, 9), sample(2, 9, 4)], 3).bars.every((bar) => bar.output >= 0));
});
