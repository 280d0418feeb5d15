import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresOf, linksOf } from '../evaluate.ts';
import { arePresent, workSessions } from '../testing/work-sessions.ts';

test('links of real sessions are as right as docs/links.md says', (t) => {
  if (!arePresent()) return t.diagnostic('the sessions are not here');
  const all = workSessions();
  const sessions = all.filter(({ truth }) => truth.size > 0);
  const { truth, right, other, shown, rightWithLikely } = figuresOf(sessions, linksOf(all));
  t.diagnostic(JSON.stringify({ truth, right, other, shown, rightWithLikely }));
  assert.ok(right / truth >= 0.6, 'recall of matched and better');
  assert.ok(rightWithLikely / truth >= 0.7, 'recall with likely');
  assert.ok(right / (right + other) >= 0.84, 'precision against a truth that misses links');
  assert.ok((right + shown) / (right + other) >= 0.9, 'precision with the links it misses');
});
