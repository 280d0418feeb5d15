import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TodayGroup, TodayItem } from '@debrief/contract';
import { isOpen, linesOf, meantBy } from './lines.ts';
import { readTodaySearch, todayQueryOf } from './today-search.ts';

const group = (kind: TodayGroup['kind'], key: string, ...ids: string[]): TodayGroup => ({
  kind,
  key,
  sessions: ids.length,
  people: 1,
  events: 0,
  edits: 0,
  costUsd: 0,
  items: ids.map((sessionId) => ({ sessionId }) as TodayItem),
});

test('clean sessions, running ones and samples stay folded until somebody opens them', () => {
  const [found, clean] = [group('finding', 'r', 'a', 'b'), group('clean', '', 'c')];
  const ids = (turned: string[]) => linesOf([found, clean], new Set(turned)).map(({ id }) => id);
  assert.deepEqual(ids([]), ['finding r', 'a', 'b', 'clean ']);
  assert.deepEqual(ids(['finding r', 'clean ']), ['finding r', 'clean ', 'c']);
  assert.equal(isOpen(group('sample', ''), new Set()), false);
});

test('a deed is about what is selected, else about what the cursor is at', () => {
  const lines = linesOf([group('finding', 'r', 'a', 'b')], new Set());
  assert.deepEqual(meantBy(lines[0], new Set()), ['a', 'b']);
  assert.deepEqual(meantBy(lines[2], new Set()), ['b']);
  assert.deepEqual(meantBy(lines[2], new Set(['x'])), ['x']);
  assert.deepEqual(meantBy(undefined, new Set()), []);
});

test('the address holds the filters of the list; what nobody understands is dropped', () => {
  const read = readTodaySearch({
    tab: 'open',
    by: 'author',
    first: 'x',
    author: 'usr_1',
    q: 'words',
    sort: 'cost',
  });
  assert.deepEqual(read, { by: 'author', author: 'usr_1' });
  assert.deepEqual(todayQueryOf(read), { author: ['usr_1'], group: 'author' });
  assert.deepEqual(todayQueryOf({ kind: 'test', first: 'newest' }), {
    secretEnvironment: 'test',
    order: 'newest',
  });
  assert.deepEqual(todayQueryOf(readTodaySearch({ tab: 'turn' })), {});
});
