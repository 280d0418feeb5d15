import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importChoices } from './import-choices.ts';

test('each choice says how many sessions it sends', () => {
  assert.deepEqual(importChoices(14, 3), [
    { value: '30d', label: 'The last 30 days', hint: '3 sessions' },
    { value: 'all', label: 'All', hint: '14 sessions' },
    { value: 'none', label: 'None' },
  ]);
});

test('the last 30 days are not offered where they have no session, or all of them', () => {
  for (const recent of [0, 14])
    assert.deepEqual(
      importChoices(14, recent).map(({ value }) => value),
      ['all', 'none'],
    );
});
