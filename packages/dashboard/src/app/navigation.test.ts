import assert from 'node:assert/strict';
import { test } from 'node:test';
import { places } from './navigation.ts';

test('every place has a letter of its own', () => {
  const letters = places.map(({ letter }) => letter);
  assert.deepEqual([...new Set(letters)], letters);
});
