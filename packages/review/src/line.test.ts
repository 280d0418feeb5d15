import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReviewFacts } from './facts.ts';
import { facts, type Given } from './fixture.ts';
import { linesOf, newsLife } from './line.ts';

const thread = (given: Partial<ReviewFacts['threads'][number]> = {}) => ({
  threadId: 'thr',
  sequence: 40,
  isOpen: true,
  needsAnswer: true,
  openedBy: 'ada',
  lastCommentBy: 'ada',
  lastCommentAt: 5,
  writers: ['ada'],
  mentions: [],
  ...given,
});
const review = (given: Partial<ReviewFacts['reviews'][number]> = {}) => ({
  reviewId: 'rev',
  reviewerId: 'ada',
  outcome: 'accepted' as const,
  throughSequence: 100,
  createdAt: 5,
  ...given,
});
/** Who is told what, by whom. */
const told = (given: Given, now = 100, toldFrom = 0) =>
  linesOf(facts(given), { now, toldFrom }).map(
    ({ userId, reason, by }) => `${userId} ${reason} ${by ?? '-'}`,
  );

describe('lines of the inbox', () => {
  it('an assignment: until judged, declined or given up; whoever asked hears of a no', () => {
    const one = { userId: 'ada', assignedBy: 'bo', createdAt: 1 };
    assert.deepEqual(told({ assignments: [one] }), ['ada assigned bo']);
    assert.deepEqual(told({ assignments: [{ ...one, assignedBy: 'policy' }] }), ['ada assigned -']);
    assert.deepEqual(told({ assignments: [{ ...one, assignedBy: 'ada' }] }), [], 'one’s own deed');
    assert.deepEqual(told({ assignments: [one], reviews: [review({ outcome: 'noted' })] }), [
      'author noted ada',
    ]);
    const no = { ...one, declinedAt: 9 };
    assert.deepEqual(told({ assignments: [no] }), ['bo declined ada']);
    assert.deepEqual(told({ assignments: [{ ...no, assignedBy: 'policy' }] }), []);
    assert.deepEqual(told({ assignments: [{ ...no, assignedBy: 'ada' }] }), []);
  });

  it('a question: until answered or resolved; whoever wrote before hears of the answer', () => {
    assert.deepEqual(told({ threads: [thread()] }), ['author asked ada']);
    assert.deepEqual(told({ threads: [thread({ needsAnswer: false })] }), []);
    assert.deepEqual(told({ threads: [thread({ isOpen: false, resolvedAt: 6 })] }), []);
    const answer = { lastCommentBy: 'author', lastCommentAt: 7, writers: ['ada', 'author', 'bo'] };
    assert.deepEqual(told({ threads: [thread(answer)] }), ['ada replied author', 'bo replied author']);
    const resolved = { ...answer, isOpen: false };
    assert.deepEqual(told({ threads: [thread({ ...resolved, resolvedAt: 7 })] }), [
      'ada replied author',
      'bo replied author',
    ]);
    assert.deepEqual(told({ threads: [thread({ ...resolved, resolvedAt: 8 })] }), []);
  });

  it('a comment is told once to each, by the strongest reason', () => {
    const mention = { at: 5, by: 'ada', commentId: 'cmt', isAnswered: false };
    const mentions = ['author', 'bo', 'cy'].map((userId) => ({ ...mention, userId }));
    assert.deepEqual(told({ threads: [thread({ writers: ['ada', 'author', 'bo'], mentions })] }), [
      'author asked ada',
      'bo mentioned ada',
      'cy mentioned ada',
    ]);
    // An earlier mention that waits is another comment.
    const later = { lastCommentBy: 'di', lastCommentAt: 8, writers: ['ada', 'bo', 'di'], needsAnswer: false };
    assert.deepEqual(told({ threads: [thread({ ...later, mentions: [{ ...mention, userId: 'bo' }] })] }), [
      'bo mentioned ada',
      'ada replied di',
      'bo replied di',
    ]);
  });

  it('an outcome: for the author, until withdrawn, replaced or dismissed', () => {
    assert.deepEqual(told({ reviews: [review()] }), ['author accepted ada']);
    assert.deepEqual(told({ reviews: [review({ outcome: 'follow_up' })] }), ['author follow_up ada']);
    assert.deepEqual(told({ reviews: [review({ withdrawnAt: 9 })] }), []);
    assert.deepEqual(told({ reviews: [review({ reviewerId: 'author' })] }), []);
    assert.deepEqual(told({ reviews: [review(), review({ reviewId: 'rev2', createdAt: 6 })] }), [
      'author accepted ada',
    ]);
    const dismissed = review({ dismissedAt: 9, dismissedBy: 'owner' });
    assert.deepEqual(told({ reviews: [dismissed] }), ['ada dismissed owner', 'author dismissed owner']);
    assert.deepEqual(told({ reviews: [dismissed, review({ reviewId: 'rev2', createdAt: 10 })] }), [
      'author accepted ada',
    ]);
    assert.deepEqual(told({ reviews: [review()], session: { authorId: undefined } }), []);
  });

  it('a follow-up: answered it waits for the reviewer, who hears of the answer once', () => {
    const reviews = [review({ outcome: 'follow_up' })];
    const threads = [thread({ lastCommentBy: 'author', lastCommentAt: 9, writers: ['ada', 'author'] })];
    assert.deepEqual(told({ reviews, threads }), ['ada answered author']);
  });

  it('nothing for people who have left; what only tells ends after ninety days, or was told before', () => {
    const reviews = [review()];
    assert.deepEqual(told({ reviews, left: new Set(['author']) }), []);
    assert.equal(told({ reviews }, 5 + newsLife - 1).length, 1);
    assert.equal(told({ reviews }, 5 + newsLife).length, 0);
    assert.equal(told({ reviews }, 100, 5).length, 1);
    assert.equal(told({ reviews }, 100, 6).length, 0);
    const threads = [thread()];
    assert.equal(told({ threads }, 5 + 2 * newsLife, 6).length, 1, 'a turn is a turn');
  });

  it('another deed is another cause, growth too', () => {
    const causes = (given: Given) => linesOf(facts(given), { now: 100 }).map(({ cause }) => cause);
    assert.deepEqual(causes({ threads: [thread()] }), ['thr.5.ada']);
    assert.deepEqual(causes({ threads: [thread({ lastCommentAt: 6 })] }), ['thr.6.ada']);
    const reviews = [review({ throughSequence: 60 })];
    assert.deepEqual(causes({ reviews, session: { authorId: undefined } }), ['rev.100']);
    assert.deepEqual(causes({ reviews, session: { authorId: undefined, quietTo: 110 } }), ['rev.110']);
  });
});
