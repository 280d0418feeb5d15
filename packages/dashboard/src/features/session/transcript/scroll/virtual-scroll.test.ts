import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowHeights } from './row-heights.ts';
import { maxHeight, VirtualScroll } from './virtual-scroll.ts';

const scrollOf = (count: number, height = 40) => {
  const scroll = new VirtualScroll(new RowHeights(new Float64Array(count).fill(height)));
  scroll.viewport = 800;
  return scroll;
};

test('a list that fits is scrolled pixel by pixel', () => {
  const scroll = scrollOf(1_000);
  assert.equal(scroll.onScroll(4_000), undefined);
  assert.deepEqual(scroll.anchor(), { row: 100, delta: 0 });
  assert.equal(scroll.shift, 0);
  assert.deepEqual(scroll.range(5), { first: 95, last: 125 });
  assert.equal(scroll.moveTo(10 ** 9), 40_000 - 800);
});

test('a million rows: both ends are reached, and a wheel moves rows by its own pixels', () => {
  const scroll = scrollOf(1_000_000);
  assert.equal(scroll.scrollHeight, maxHeight);
  scroll.onScroll(maxHeight - 800);
  assert.equal(scroll.anchor().row, 1_000_000 - 20);
  scroll.onScroll(0);
  assert.equal(scroll.anchor().row, 0);
  scroll.onScroll(maxHeight / 2);
  const before = scroll.offset;
  scroll.onScroll(maxHeight / 2 + 120);
  assert.equal(scroll.offset, before + 120);
});

test('a million rows: wheeling on for ever ends at the last row', () => {
  const scroll = scrollOf(1_000_000);
  let top = scroll.moveTo(40_000_000 - 200_000);
  for (let step = 0; step < 1_000; step++)
    top = scroll.onScroll(Math.min(top + 400, maxHeight - 800)) ?? Math.min(top + 400, maxHeight - 800);
  assert.equal(scroll.offset, 40_000_000 - 800);
});

test('a row that is gone to stays the anchor when rows above it change', () => {
  const scroll = scrollOf(1_000);
  scroll.moveTo(scroll.heights.offset(500) + 7);
  const { row, delta } = scroll.anchor();
  scroll.heights.set(10, 400);
  scroll.moveTo(scroll.heights.offset(row) + delta);
  assert.deepEqual(scroll.anchor(), { row: 500, delta: 7 });
});
