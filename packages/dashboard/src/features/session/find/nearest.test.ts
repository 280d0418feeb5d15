import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundMatch } from '@debrief/contract';
import { nearestMatch, nextMatch } from './nearest.ts';

const at = (...sequences: number[]) => sequences.map((sequence) => ({ sequence }) as FoundMatch);

test('a link to an event leads to the match in the entry that the event is part of', () => {
  assert.equal(nearestMatch(at(3, 10, 20), 10), 1);
  assert.equal(nearestMatch(at(3, 10, 20), 11), 1, 'the result of the call at 10');
  assert.equal(nearestMatch(at(3, 10, 20), 2), 0);
  // Lanes of sub-agents come after the main conversation.
  assert.equal(nearestMatch(at(3, 50, 12), 13), 2);
});

test('without an event it is the first one, and none where there is none', () => {
  assert.equal(nearestMatch(at(3, 10), undefined), 0);
  assert.equal(nearestMatch([], 4), -1);
});

test('steps go round; the first step back leads to the last match', () => {
  assert.deepEqual(
    [
      nextMatch(-1, 1, 3),
      nextMatch(2, 1, 3),
      nextMatch(0, -1, 3),
      nextMatch(-1, -1, 3),
      nextMatch(-1, -1, 1),
    ],
    [0, 0, 2, 2, 0],
  );
});
