import assert from 'node:assert/strict';
import { it } from 'node:test';
import { threadRows } from './thread-rows.ts';

/** Rows as [lane, sequence]; an entry of a sub-agent comes below the call it belongs to. */
const rowsOf = (rows: [lane: number, sequence: number][]) => ({
  count: rows.length,
  lanes: rows.map(([lane]) => lane),
  sequence: (row: number) => rows[row]?.[1] ?? 0,
});
const thread = (sequence: number, entry?: string, state: 'open' | 'resolved' = 'open') => ({
  state,
  anchor: { sequence, ...(entry !== undefined && { entry }) },
});

it('finds the row of a thread by the first event of its entry, or the row before it', () => {
  const rows = rowsOf([
    [0, 1],
    [0, 4],
    [1, 5],
    [1, 7],
    [0, 9],
  ]);
  const found = (...threads: ReturnType<typeof thread>[]) => [...threadRows(rows, threads)].sort();
  assert.deepEqual(found(), []);
  assert.deepEqual(found(thread(4), thread(7)), [1, 3]);
  assert.deepEqual(found(thread(6, '4.1')), [1], 'a later event of the same entry');
  assert.deepEqual(found(thread(6), thread(8)), [1], 'folded away');
  assert.deepEqual(found(thread(30)), [4], 'not shown yet');
  assert.deepEqual(found(thread(0)), [], 'the session as a whole has no row');
  assert.deepEqual(found(thread(4, undefined, 'resolved')), []);
  assert.deepEqual([...threadRows(rowsOf([]), [thread(3)])], []);
});
