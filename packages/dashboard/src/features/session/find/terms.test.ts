import assert from 'node:assert/strict';
import { test } from 'node:test';
import { termsOf } from './terms.ts';

test('words, and texts in quotes', () => {
  assert.deepEqual(termsOf('retry  loop'), ['retry', 'loop']);
  assert.deepEqual(termsOf('say "not ok 1" twice'), ['say', 'not ok 1', 'twice']);
  assert.deepEqual(termsOf('"unfinished'), ['unfinished']);
  assert.deepEqual(termsOf('  '), []);
});
