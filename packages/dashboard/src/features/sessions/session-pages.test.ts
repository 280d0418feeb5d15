import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '@debrief/contract';
import { hasUnread, mergeHead } from './session-pages.ts';

const session = (id: string, eventCount = 1): Session =>
  ({ sessionId: id, eventCount, status: 'active', updatedAt: '' }) as Session;
const page = (ids: string[], nextCursor: string | null = 'more') => ({
  sessions: ids.map((id) => session(id)),
  nextCursor,
});
const ids = (pages: { sessions: Session[] }[]) => pages.map((one) => one.sessions.map((s) => s.sessionId));

test('nothing new changes nothing, not even identity', () => {
  const pages = [page(['c', 'b']), page(['a'], null)];
  assert.equal(mergeHead(pages, page(['c', 'b']), { admit: true, isNewestFirst: true }).pages, pages);
});

test('a row that changed is replaced where it stands', () => {
  const pages = [page(['c', 'b']), page(['a'], null)];
  const merged = mergeHead(
    pages,
    { sessions: [session('c', 9), session('b')], nextCursor: 'more' },
    { admit: false, isNewestFirst: true },
  );
  assert.equal(merged.pages[0]?.sessions[0]?.eventCount, 9);
  assert.equal(merged.pages[1], pages[1]);
});

test('new rows come on top when the reader is at the top, and wait otherwise', () => {
  const pages = [page(['b', 'a'])];
  const head = page(['d', 'c', 'b']);
  assert.deepEqual(ids(mergeHead(pages, head, { admit: true, isNewestFirst: true }).pages), [
    ['d', 'c', 'b', 'a'],
  ]);
  const waiting = mergeHead(pages, head, { admit: false, isNewestFirst: true });
  assert.deepEqual([ids(waiting.pages), waiting.waiting], [[['b', 'a']], 2]);
});

test('after a long absence the list begins anew rather than with a hole', () => {
  const merged = mergeHead([page(['b', 'a'])], page(['f', 'e', 'd']), { admit: true, isNewestFirst: true });
  assert.deepEqual(ids(merged.pages), [['f', 'e', 'd']]);
});

test('in another order rows change in place, and the list begins anew when what comes first is another', () => {
  const pages = [page(['c', 'b']), page(['a'], null)];
  const order = { admit: true, isNewestFirst: false };
  assert.equal(mergeHead(pages, page(['c', 'b']), order).pages, pages);
  const other = mergeHead(pages, page(['d', 'c']), order);
  assert.deepEqual([ids(other.pages), other.waiting], [[['d', 'c']], 0]);
  // Somebody in the middle of the list keeps what they see.
  const kept = mergeHead(pages, page(['d', 'c']), { ...order, admit: false });
  assert.deepEqual([kept.pages, kept.waiting], [pages, 0]);
});

test('a page with events and without figures is not read yet; one without events has none to read', () => {
  const figures = { foldedTo: 1 } as Session['statistics'];
  const read = { ...session('b'), statistics: figures };
  assert.equal(hasUnread({ sessions: [session('a'), read] }), true);
  assert.equal(hasUnread({ sessions: [session('a', 0), read] }), false);
});
