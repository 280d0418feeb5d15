import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateWords } from './review-state.ts';

test('how far it was accepted and how much came since', () => {
  assert.equal(stateWords({ state: 'outgrown', acceptedTo: 412, since: 38 }), 'Accepted to #412, 38 since');
  assert.equal(stateWords({ state: 'accepted', acceptedTo: 450 }), 'Accepted');
  assert.equal(stateWords({ state: 'follow_up' }), 'Follow-up');
});
