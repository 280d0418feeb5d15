import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Comment, Thread } from '@debrief/contract';
import { withThread } from './merge-thread.ts';

const comment = (commentId: string, minute: number, body: string): Comment => ({
  commentId,
  threadId: 'thr_1',
  writtenBy: 'usr_1',
  body,
  mentions: [],
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
});
const thread = (number: number, comments: Comment[]): Thread => ({
  threadId: `thr_${number}`,
  sessionId: 'ses_1',
  number,
  anchor: { sequence: number },
  state: 'open',
  needsAnswer: true,
  openedBy: 'usr_1',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  commentCount: comments.length,
  comments,
});

test('a message with only what is new adds to what is known', () => {
  const known = [thread(1, [comment('a', 1, 'one'), comment('b', 2, 'two')])];
  const [merged] = withThread(known, thread(1, [comment('c', 3, 'three'), comment('a', 1, 'one, mended')]));
  assert.deepEqual(
    merged?.comments.map(({ body }) => body),
    ['one, mended', 'two', 'three'],
  );
});

test('a new thread takes its place by number, and coming twice changes nothing', () => {
  const second = thread(2, [comment('x', 1, 'x')]);
  const once = withThread([thread(1, []), thread(3, [])], second);
  assert.deepEqual(
    once.map(({ number }) => number),
    [1, 2, 3],
  );
  assert.deepEqual(withThread(once, second), once);
});
