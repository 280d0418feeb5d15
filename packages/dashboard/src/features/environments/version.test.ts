import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBehind } from './version.ts';

test('older is behind, the same or newer is not', () => {
  assert.equal(isBehind('0.1.0', '0.2.0'), true);
  assert.equal(isBehind('0.10.0', '0.9.0'), false);
  assert.equal(isBehind('1.0.0', '1.0.0'), false);
  assert.equal(isBehind('1.0.0-beta.1', '1.0.0'), true);
  assert.equal(isBehind('1.0.0', '1.0.0-beta.1'), false);
  assert.equal(isBehind('1.0.0+build', '1.0.0'), false);
});
