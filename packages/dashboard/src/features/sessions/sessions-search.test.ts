import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasFilters, readSessionsSearch, startedAfter } from './sessions-search.ts';

test('filters survive the address', () => {
  const search = { q: 'retry', status: 'failed', agent: 'codex', kind: 'test', since: '7d' } as const;
  assert.deepEqual(readSessionsSearch(search), search);
});

test('nonsense in the address is dropped', () => {
  assert.deepEqual(readSessionsSearch({ q: '  ', status: 'on fire', kind: 3, since: '2y', other: 1 }), {});
  assert.equal(readSessionsSearch({ q: 'x'.repeat(900) }).q?.length, 200);
  assert.equal(readSessionsSearch({ q: 42 }).q, '42');
});

test('since is a moment, the same for a whole hour', () => {
  const at = Date.parse('2026-06-10T12:34:56Z');
  assert.equal(startedAfter('7d', at), '2026-06-03T12:00:00.000Z');
  assert.equal(startedAfter('7d', at + 60_000), startedAfter('7d', at));
  assert.equal(startedAfter(undefined, at), undefined);
});

test('live or test is a view, not a filter', () => {
  assert.equal(hasFilters({ kind: 'test' }), false);
  assert.equal(hasFilters({ kind: 'test', q: 'x' }), true);
});

test('what was pasted with line ends and tabs is still one line', () => {
  assert.deepEqual(readSessionsSearch({ q: 'a\n\tb', repo: '\n' }), { q: 'a b' });
  assert.equal(readSessionsSearch({ q: '\ud800x' }).q?.isWellFormed(), true);
});
