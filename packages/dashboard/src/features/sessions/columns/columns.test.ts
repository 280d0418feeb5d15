import assert from 'node:assert/strict';
import { test } from 'node:test';

const kept = new Map<string, string>();
globalThis.localStorage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
} as unknown as Storage;
const { chosenColumns, columns, gridOf, readColumns, shownColumns, toggleColumn } = await import(
  './columns.ts'
);

test('columns are chosen and remembered, in one order; what is not a column is left out', () => {
  assert.deepEqual(readColumns(null), ['findings', 'outcome', 'lines', 'active', 'cost', 'started']);
  assert.deepEqual(readColumns('cost,fire,findings'), ['findings', 'cost']);
  assert.deepEqual(readColumns(''), []);
  toggleColumn('tokens');
  toggleColumn('findings');
  assert.deepEqual(chosenColumns.get(), ['outcome', 'tokens', 'lines', 'active', 'cost', 'started']);
  assert.equal(kept.get('debrief.columns'), 'outcome,tokens,lines,active,cost,started');
});

test('the grid has one place for each column', () => {
  const shown = shownColumns(['cost', 'machine']);
  assert.deepEqual(
    shown.map(({ id }) => id),
    ['machine', 'cost'],
  );
  assert.deepEqual(gridOf(shown), { template: 'minmax(15.5rem, 1fr) 8rem 4.25rem', least: '31.25rem' });
  assert.equal(new Set(columns.map(({ id }) => id)).size, columns.length);
});
