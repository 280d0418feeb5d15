import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figure, median, percentile } from './statistic.ts';

test('the median of an even count lies between its two middles', () => {
  assert.equal(median([4, 1, 3]), 3);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.ok(Number.isNaN(median([])));
});

test('a percentile is a value that occurred', () => {
  const values = Array.from({ length: 100 }, (_, n) => 100 - n);
  assert.equal(percentile(values, 0.5), 50);
  assert.equal(percentile(values, 0.95), 95);
  assert.equal(percentile([7], 0.99), 7);
});

test('a figure keeps its rounds in their order', () => {
  assert.deepEqual(figure([2, 9, 4]), { value: 4, spread: [2, 9], rounds: [2, 9, 4] });
});
