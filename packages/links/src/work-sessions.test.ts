import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figuresOf, linksOf } from '../evaluate.ts';
import { arePresent, workSet } from '../testing/work-sessions.ts';

test('links of real sessions are as right as docs/links.md says', (t) => {
  if (!arePresent()) return t.diagnostic('the sessions are not here');
  const set = workSet();
  const sessions = set.sessions.filter(({ truth }) => truth.size > 0);
  const figures = figuresOf(set, sessions, linksOf(set));
  t.diagnostic(JSON.stringify(figures));
  const { truth, right, other, shown, renamed, rightWithLikely } = figures;
  assert.ok(right / truth >= 0.64, 'recall of matched and better');
  assert.ok(rightWithLikely / truth >= 0.72, 'recall with likely');
  assert.ok(right / (right + other) >= 0.86, 'precision against a truth that misses links');
  assert.ok(right / (right + other - renamed) >= 0.9, 'precision, a session having one name');
  assert.ok((right + shown) / (right + other) >= 0.98, 'precision with the links it misses');
});
