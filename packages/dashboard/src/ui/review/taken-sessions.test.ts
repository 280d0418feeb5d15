import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteTaken, stepAmong, taken } from './taken-sessions.ts';

test('the way back among the sessions that were taken', () => {
  assert.equal(stepAmong(['a', 'b'], 'b', -1), 'a');
  assert.equal(stepAmong(['a', 'b'], 'a', 1), 'b');
  assert.equal(stepAmong(['a', 'b'], 'b', 1), undefined);
  assert.equal(stepAmong(['a', 'b'], 'elsewhere', -1), 'b');
  assert.equal(stepAmong(['a', 'b'], 'elsewhere', 1), undefined);
});

test('a session that is taken again is the last one', () => {
  for (const one of ['a', 'b', 'a']) noteTaken(one);
  assert.deepEqual(taken.get(), ['b', 'a']);
});
