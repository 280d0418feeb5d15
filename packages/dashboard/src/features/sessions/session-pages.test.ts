import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '@debrief/contract';
import { mergeHead } from './session-pages.ts';

const session = (id: string, eventCount = 1): Session =>
  ({ sessionId: id, eventCount, status: 'active', updatedAt: '' }) as Session;
const page = (ids: string[], nextCursor: string | null = 'more') => ({
  sessions: ids.map((id) => session(id)),
  nextCursor,
});
const ids = (pages: { sessions: Session[] }[]) => pages.map((one) => one.sessions.map((s) => s.sessionId));

test('nothing new changes nothing, not even identity', () => {
  const pages = [page(['c', 'b']), page(['a'], null)];
  assert.equal(mergeHead(pages, page(['c', 'b']), true).pages, pages);
});

test('a row that changed is replaced where it stands', () => {
  const pages = [page(['c', 'b']), page(['a'], null)];
  const merged = mergeHead(pages, { sessions: [session('c', 9), session('b')], nextCursor: 'more' }, false);
  assert.equal(merged.pages[0]?.sessions[0]?.eventCount, 9);
  assert.equal(merged.pages[1], pages[1]);
});

test('new rows come on top when the reader is at the top, and wait otherwise', () => {
  const pages = [page(['b', 'a'])];
  const head = page(['d', 'c', 'b']);
  assert.deepEqual(ids(mergeHead(pages, head, true).pages), [['d', 'c', 'b', 'a']]);
  const waiting = mergeHead(pages, head, false);
  assert.deepEqual([ids(waiting.pages), waiting.waiting], [[['b', 'a']], 2]);
});

test('after a long absence the list begins anew rather than with a hole', () => {
  const merged = mergeHead([page(['b', 'a'])], page(['f', 'e', 'd']), true);
  assert.deepEqual(ids(merged.pages), [['f', 'e', 'd']]);
});
