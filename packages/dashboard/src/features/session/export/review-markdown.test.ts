import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionReviewDetail, Thread } from '@debrief/contract';
import { reviewToMarkdown } from './review-markdown.ts';

const at = '2026-06-01T09:00:00.000Z';
const nameOf = (userId: string) => ({ usr_a: 'ada', usr_b: 'bo' })[userId] ?? 'former member';
const review: SessionReviewDetail = {
  sessionId: 'ses_1',
  state: 'outgrown',
  acceptedTo: 12,
  since: 3,
  threads: 1,
  openThreads: 0,
  material: 15,
  needed: 1,
  reviews: [
    {
      reviewId: 'rev_1',
      sessionId: 'ses_1',
      reviewerId: 'usr_a',
      outcome: 'accepted',
      throughSequence: 12,
      body: 'Good work @usr_b',
      self: false,
      createdAt: at,
    },
  ],
  ticks: [],
  marks: [],
  assignments: [],
  attention: [],
  version: 4,
};
const thread: Thread = {
  threadId: 'thr_1',
  sessionId: 'ses_1',
  number: 1,
  anchor: { sequence: 4, path: 'src/queue.ts', line: 2 },
  state: 'resolved',
  needsAnswer: true,
  openedBy: 'usr_a',
  createdAt: at,
  updatedAt: at,
  commentCount: 2,
  comments: [
    {
      commentId: 'c1',
      threadId: 'thr_1',
      writtenBy: 'usr_a',
      body: '# why?\nreally',
      mentions: [],
      createdAt: at,
    },
    {
      commentId: 'c2',
      threadId: 'thr_1',
      writtenBy: 'usr_b',
      body: '',
      mentions: [],
      createdAt: at,
      deletedAt: at,
    },
  ],
};

test('state, reviews and threads; words stay quotations', () => {
  const text = reviewToMarkdown(review, [thread], nameOf);
  assert.match(text, /Accepted to #12, 3 since\./);
  assert.match(text, /- ada accepted to #12, 2026-06-01T09:00:00\.000Z\n\n> Good work @bo/);
  assert.match(text, /### t1: src\/queue\.ts:2, resolved/);
  assert.match(text, /> # why\?\n> really/);
  assert.match(text, /A comment of bo was deleted/);
});

test('nothing said is one line', () => {
  const text = reviewToMarkdown({ ...review, state: 'unreviewed', reviews: [] }, [], nameOf);
  assert.equal(text, '## Review\n\nUnreviewed.\n');
});
