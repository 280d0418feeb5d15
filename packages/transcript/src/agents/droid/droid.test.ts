import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBalanced, readAll } from '../../testing/read-all.ts';
import { records } from './fixture.ts';

test('what was said', () => {
  const { entries, accounting } = readAll('droid', records);
  assert.equal(entries.filter((entry) => entry.kind === 'prompt').length, 1);
  assert.ok(isBalanced(accounting));
});
