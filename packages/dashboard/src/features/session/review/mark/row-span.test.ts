import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Rows } from '../../transcript/rows.ts';
import { LaneSkeleton } from '../../transcript/skeleton.ts';
import { spanOfRow } from './row-span.ts';

const main = new LaneSkeleton();
main.apply({
  total: 4,
  parts: [{ from: 0, kinds: 'ptrp', outcomes: '----', flags: 'AAAA', sequences: [3, 2, 4, 6] }],
});
const rowsOf = (...places: [lane: number, index: number][]) => {
  const rows = new Rows();
  for (const [lane, index] of places) rows.add(lane, index, 0);
  return rows;
};
const open = () => false;

test('from the event after the row before to the one before the next entry', () => {
  const rows = rowsOf([0, 0], [0, 1], [0, 2], [0, 3]);
  assert.deepEqual(spanOfRow(rows, main, 0, 20, open), [1, 4]);
  assert.deepEqual(spanOfRow(rows, main, 1, 20, open), [5, 8]);
  assert.deepEqual(spanOfRow(rows, main, 3, 20, open), [15, 20]);
});

test('what is switched off is read with the row after it; rows of sub-agents are passed over', () => {
  const rows = rowsOf([0, 0], [7, 0], [0, 2]);
  assert.deepEqual(spanOfRow(rows, main, 2, 20, open), [5, 14]);
  assert.equal(spanOfRow(rows, main, 1, 20, open), undefined);
});

test('a folded turn is not read', () => {
  const rows = rowsOf([0, 0], [0, 3]);
  assert.deepEqual(
    spanOfRow(rows, main, 1, 20, (index) => index === 0),
    [15, 20],
  );
});

test('entries nothing is known of yet count for nothing', () => {
  const unknown = new LaneSkeleton();
  unknown.resize(3);
  assert.equal(spanOfRow(rowsOf([0, 1]), unknown, 0, 20, open), undefined);
});
