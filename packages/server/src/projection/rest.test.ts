import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restAfter } from './rest.ts';

test('the busier the server, the longer the thread rests, and never longer than some seconds', () => {
  assert.equal(restAfter(20, 'busy'), 600);
  assert.equal(restAfter(20, 'arriving'), 40);
  assert.equal(restAfter(20, 'quiet'), 5);
  assert.equal(restAfter(4000, 'busy'), 5000);
  assert.equal(restAfter(4000, 'arriving'), 1000);
  assert.equal(restAfter(4000, 'quiet'), 250);
});
