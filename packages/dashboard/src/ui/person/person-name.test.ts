import assert from 'node:assert/strict';
import { test } from 'node:test';
import { personNames } from './person-name.ts';

test('short names, and whole addresses where two would be called alike', () => {
  const names = personNames([
    { userId: 'a', email: 'mira@example.com' },
    { userId: 'b', email: 'jo@example.com' },
    { userId: 'c', email: 'Jo@elsewhere.org' },
    { userId: 'd', email: '@odd' },
  ]);
  assert.deepEqual([...names.values()], ['mira', 'jo@example.com', 'Jo@elsewhere.org', '@odd']);
});
