import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  groupOf,
  hasFilters,
  isDerived,
  readSessionsSearch,
  type SessionsSearch,
  startedAfter,
  viewOf,
} from './sessions-search.ts';

test('filters survive the address', () => {
  const search = {
    q: 'retry',
    status: 'failed',
    agent: 'codex',
    kind: 'test',
    since: '7d',
    review: 'outgrown',
  } as const;
  assert.deepEqual(readSessionsSearch(search), search);
});

test('nonsense in the address is dropped', () => {
  assert.deepEqual(
    readSessionsSearch({ q: '  ', status: 'on fire', review: 'liked', kind: 3, since: '2y', other: 1 }),
    {},
  );
  assert.equal(readSessionsSearch({ q: 'x'.repeat(900) }).q?.length, 200);
  assert.equal(readSessionsSearch({ q: 42 }).q, '42');
});

test('since is a moment, the same for a whole hour', () => {
  const at = Date.parse('2026-06-10T12:34:56Z');
  assert.equal(startedAfter('7d', at), '2026-06-03T12:00:00.000Z');
  assert.equal(startedAfter('7d', at + 60_000), startedAfter('7d', at));
  assert.equal(startedAfter(undefined, at), undefined);
});

test('facts, order and groups survive the address, and only those there are', () => {
  assert.deepEqual(
    readSessionsSearch({ has: 'edits,fire,errors', sort: 'cost', order: 'asc', group: 'day' }),
    {
      has: 'errors,edits',
      sort: 'cost',
      order: 'asc',
      group: 'day',
    },
  );
  assert.deepEqual(readSessionsSearch({ has: 'fire', sort: 'colour', order: 'desc', group: 'mood' }), {});
});

test('how the list is shown is no filter', () => {
  const view = { kind: 'test', sort: 'cost', order: 'asc', group: 'day' } as const;
  assert.equal(hasFilters(view), false);
  assert.equal(hasFilters({ ...view, utm_source: 'chat' } as SessionsSearch), false);
  assert.equal(hasFilters({ ...view, has: 'errors' }), true);
  assert.deepEqual(viewOf({ ...view, has: 'errors', q: 'x' }), view);
});

test('days are groups only while sessions stand in the order of their starts', () => {
  assert.equal(groupOf({}), 'day');
  assert.equal(groupOf({ group: 'day', sort: 'startedAt', order: 'asc' }), 'day');
  assert.equal(groupOf({ group: 'day', sort: 'cost' }), 'none');
  assert.equal(groupOf({ group: 'repository' }), 'repository');
  assert.equal(groupOf({ group: 'none' }), 'none');
});

test('an order or a filter by what is derived is one that a rebuild empties', () => {
  for (const search of [
    { sort: 'cost' as const },
    { group: 'author' as const },
    { group: 'repository' as const },
    { outcome: 'failed' },
    { file: 'a.ts' },
    { q: 'x' },
  ])
    assert.equal(isDerived(search), true, JSON.stringify(search));
  for (const search of [
    {},
    { sort: 'startedAt' as const, order: 'asc' as const },
    { agent: 'codex' },
    { group: 'none' as const },
  ])
    assert.equal(isDerived(search), false, JSON.stringify(search));
});

test('several values survive the address, one alone as it always stood there', () => {
  const search = {
    author: ['usr_1', 'none'],
    repo: '/srv/shop',
    outcome: ['failed', 'handed over'],
    file: 'a.ts',
  };
  assert.deepEqual(readSessionsSearch(search), search);
  assert.deepEqual(
    readSessionsSearch({ author: ['usr_1', 'usr_1', 7, null, {}], review: ['liked'], status: ['failed'] }),
    { author: ['usr_1', '7'], status: 'failed' },
  );
  assert.equal(
    readSessionsSearch({ file: Array.from({ length: 90 }, (_, at) => `f${at}`) }).file?.length,
    20,
  );
});

test('live or test is a view, not a filter', () => {
  assert.equal(hasFilters({ kind: 'test' }), false);
  assert.equal(hasFilters({ kind: 'test', q: 'x' }), true);
});

test('what was pasted with line ends and tabs is still one line', () => {
  assert.deepEqual(readSessionsSearch({ q: 'a\n\tb', repo: '\n' }), { q: 'a b' });
  assert.equal(readSessionsSearch({ q: '\ud800x' }).q?.isWellFormed(), true);
});
