import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresOf, linksOf, withEarlierNames } from '../evaluate.ts';
import { arePresent, workSet } from '../testing/work-sessions.ts';

test('links of real sessions are as right as docs/links.md says', (t) => {
  if (!arePresent()) return t.diagnostic('the sessions are not here');
  const set = workSet();
  const sessions = set.sessions.filter(({ truth }) => truth.size > 0);
  const { truth, right, other, shown, rightWithLikely } = figuresOf(sessions, linksOf(set));
  assert.ok(right / truth >= 0.64, 'recall of matched and better');
  assert.ok(rightWithLikely / truth >= 0.72, 'recall with likely');
  assert.ok(right / (right + other) >= 0.86, 'precision against a truth that misses links');
  assert.ok((right + shown) / (right + other) >= 0.98, 'precision with the links it misses');
  const named = figuresOf(sessions, linksOf(withEarlierNames(set)));
  assert.ok(named.right / named.truth >= 0.64, 'recall with all names of a session');
  assert.ok(named.right / (named.right + named.other) >= 0.9, 'precision with all names of a session');
});
