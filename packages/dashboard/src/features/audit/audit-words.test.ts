import assert from 'node:assert/strict';
import { it } from 'node:test';
import { auditActions } from '@debrief/contract';
import { auditWords } from './audit-words.ts';

it('every action has words of its own', () => {
  const all = auditActions.map(auditWords);
  assert.equal(new Set(all).size, auditActions.length);
  for (const words of all) assert.match(words, /^[A-Z][a-z ]+$/);
  assert.equal(auditWords('assignee_removed'), 'Released a member from a review');
  assert.equal(auditWords('of_another_version'), 'of another version');
  assert.equal(auditWords('constructor'), 'constructor');
});
