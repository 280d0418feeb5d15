import assert from 'node:assert/strict';
import { test } from 'node:test';
import { neighbour } from './list-place.ts';

test('the sessions before and after one, and none at the ends', () => {
  const place = { sessionIds: ['a', 'b', 'c'] };
  assert.equal(neighbour(place, 'b', 1), 'c');
  assert.equal(neighbour(place, 'b', -1), 'a');
  assert.equal(neighbour(place, 'c', 1), undefined);
  assert.equal(neighbour(place, 'a', -1), undefined);
  assert.equal(neighbour(place, 'elsewhere', 1), undefined);
});
