import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attentionOf } from './attention.ts';
import { type Cause, causesOf } from './cause.ts';
import type { Assignment, Mark, Review, Thread } from './facts.ts';
import { facts, type Given } from './fixture.ts';
import { linesOf } from './line.ts';
import { defaultPolicy } from './policy.ts';
import { standingOf } from './state.ts';

/** What was done, and exactly what it comes to: each cause whole, and nothing else. */

const thread = (given: Partial<Thread> = {}): Thread => ({
  threadId: 'thr',
  sequence: 40,
  isOpen: true,
  needsAnswer: false,
  openedBy: 'ada',
  lastCommentBy: 'ada',
  lastCommentAt: 5,
  writers: ['ada'],
  mentions: [],
  ...given,
});
const review = (given: Partial<Review> = {}): Review => ({
  reviewId: 'rev',
  reviewerId: 'ada',
  outcome: 'accepted',
  throughSequence: 100,
  createdAt: 5,
  ...given,
});
const asked: Assignment = { userId: 'ada', assignedBy: 'bo', createdAt: 1 };
const mention = { userId: 'bo', at: 5, commentId: 'cmt', by: 'ada', isAnswered: false };
const readTo = (throughSequence: number, at: number): Mark => ({ userId: 'bo', throughSequence, at });

const followUp = review({ outcome: 'follow_up' });
const toAuthor: Cause = { userId: 'author', reason: 'follow_up', cause: 'rev', since: 5, by: 'ada' };
const answered: Cause = { userId: 'ada', reason: 'answered', cause: 'rev.7', since: 7, by: 'author' };
const answer = thread({ lastCommentBy: 'author', lastCommentAt: 7, writers: ['author'] });
const mentioned: Cause = {
  userId: 'bo',
  reason: 'mentioned',
  cause: 'cmt',
  since: 5,
  by: 'ada',
  threadId: 'thr',
};
const dismissal = { dismissedAt: 9, dismissedBy: 'bo' };
const told = (userId: string): Cause => ({ userId, reason: 'dismissed', cause: 'rev', since: 9, by: 'bo' });

const table: [name: string, given: Given, causes: Cause[]][] = [
  ['nothing', {}, []],
  [
    'a request',
    { assignments: [asked] },
    [{ userId: 'ada', reason: 'assigned', cause: '1.bo', since: 1, by: 'bo' }],
  ],
  [
    'a request by the policy',
    { assignments: [{ ...asked, assignedBy: 'policy' }] },
    [{ userId: 'ada', reason: 'assigned', cause: '1.policy', since: 1, by: undefined }],
  ],
  [
    'a request that was declined',
    { assignments: [{ ...asked, declinedAt: 3 }] },
    [{ userId: 'bo', reason: 'declined', cause: 'ada.3', since: 3, by: 'ada' }],
  ],
  [
    'one by the policy that was declined',
    { assignments: [{ ...asked, assignedBy: 'policy', declinedAt: 3 }] },
    [],
  ],
  ['a request of somebody who has left', { assignments: [asked], left: new Set(['ada']) }, []],
  [
    'a question',
    { threads: [thread({ needsAnswer: true })] },
    [{ userId: 'author', reason: 'asked', cause: 'thr.5.ada', since: 5, by: 'ada', threadId: 'thr' }],
  ],
  [
    'a question of the author',
    { threads: [thread({ needsAnswer: true, lastCommentBy: 'author', writers: [] })] },
    [],
  ],
  [
    'a question about nobody’s session',
    { threads: [thread({ needsAnswer: true })], session: { authorId: undefined } },
    [],
  ],
  ['a mention', { threads: [thread({ mentions: [mention] })] }, [mentioned]],
  [
    'a mention in a comment without an id',
    { threads: [thread({ mentions: [{ ...mention, commentId: undefined }] })] },
    [{ ...mentioned, cause: 'thr.5' }],
  ],
  [
    'a mention that was answered',
    { threads: [thread({ mentions: [{ ...mention, isAnswered: true }] })] },
    [],
  ],
  [
    'a mention in a thread that is resolved',
    { threads: [thread({ isOpen: false, resolvedAt: 6, mentions: [mention] })] },
    [],
  ],
  [
    'a mention that was read just then',
    { threads: [thread({ mentions: [mention] })], marks: [readTo(40, 5)] },
    [],
  ],
  [
    'one that was read before it came',
    { threads: [thread({ mentions: [mention] })], marks: [readTo(40, 4)] },
    [mentioned],
  ],
  [
    'one that was not read as far',
    { threads: [thread({ mentions: [mention] })], marks: [readTo(39, 5)] },
    [mentioned],
  ],
  [
    'one that somebody else read',
    { threads: [thread({ mentions: [mention] })], marks: [{ ...readTo(40, 5), userId: 'cy' }] },
    [mentioned],
  ],
  ['a follow-up', { reviews: [followUp] }, [toAuthor]],
  ['a follow-up that the author asked for', { reviews: [{ ...followUp, reviewerId: 'author' }] }, []],
  ['a follow-up and an answer', { reviews: [followUp], threads: [answer] }, [answered]],
  [
    'a follow-up and an answer at the same moment',
    { reviews: [followUp], threads: [{ ...answer, lastCommentAt: 5 }] },
    [toAuthor],
  ],
  [
    'a follow-up and words of somebody else',
    { reviews: [followUp], threads: [{ ...answer, lastCommentBy: 'cy', writers: ['cy'] }] },
    [toAuthor],
  ],
  [
    'a follow-up, an answer and an open question',
    { reviews: [followUp], threads: [answer, thread({ threadId: 'two', needsAnswer: true })] },
    [
      { userId: 'author', reason: 'asked', cause: 'two.5.ada', since: 5, by: 'ada', threadId: 'two' },
      toAuthor,
    ],
  ],
  [
    'a follow-up and two answers: since the last',
    { reviews: [followUp], threads: [answer, { ...answer, threadId: 'two', lastCommentAt: 6 }] },
    [answered],
  ],
  [
    'an acceptance that the session has outgrown',
    { reviews: [review({ throughSequence: 99 })] },
    [
      { userId: 'author', reason: 'accepted', cause: 'rev', since: 5, by: 'ada' },
      { userId: 'ada', reason: 'outgrown', cause: 'rev.100', since: 50 },
    ],
  ],
  [
    'an acceptance through its end',
    { reviews: [review()] },
    [{ userId: 'author', reason: 'accepted', cause: 'rev', since: 5, by: 'ada' }],
  ],
  [
    'an acceptance that was outgrown, read to the end',
    {
      reviews: [review({ throughSequence: 99 })],
      marks: [{ userId: 'ada', throughSequence: 100, at: 60 }],
    },
    [{ userId: 'author', reason: 'accepted', cause: 'rev', since: 5, by: 'ada' }],
  ],
  [
    'a follow-up that the session has outgrown',
    { reviews: [review({ outcome: 'follow_up', throughSequence: 9 })] },
    [toAuthor],
  ],
  ['a review that was dismissed', { reviews: [review(dismissal)] }, [told('ada'), told('author')]],
  ['one that was withdrawn before', { reviews: [review({ ...dismissal, withdrawnAt: 8 })] }, []],
  [
    'a review of the author’s own that was dismissed',
    { reviews: [review({ ...dismissal, reviewerId: 'author' })] },
    [told('author')],
  ],
  [
    'one of nobody’s session that was dismissed',
    { reviews: [review(dismissal)], session: { authorId: undefined } },
    [told('ada')],
  ],
  [
    'one that was dismissed, and another one later',
    { reviews: [review(dismissal), review({ reviewId: 'new', createdAt: 10 })] },
    [{ userId: 'author', reason: 'accepted', cause: 'new', since: 10, by: 'ada' }],
  ],
  [
    'one that was dismissed, and another one at the same moment',
    { reviews: [review(dismissal), review({ reviewId: 'new', createdAt: 9 })] },
    [
      told('ada'),
      { userId: 'author', reason: 'accepted', cause: 'new', since: 9, by: 'ada' },
      told('author'),
    ],
  ],
  [
    'one that was dismissed, and one of somebody else',
    { reviews: [review(dismissal), review({ reviewId: 'new', reviewerId: 'cy', createdAt: 10 })] },
    [
      told('ada'),
      told('author'),
      { userId: 'author', reason: 'accepted', cause: 'new', since: 10, by: 'cy' },
    ],
  ],
];

describe('what concerns whom', () => {
  for (const [name, given, causes] of table) it(name, () => assert.deepEqual(causesOf(facts(given)), causes));

  it('who is expected to act is told once for a reason, since the first of its causes', () => {
    const threads = [9, 5, 7].map((lastCommentAt) =>
      thread({ threadId: `t${lastCommentAt}`, lastCommentAt, needsAnswer: true }),
    );
    assert.deepEqual(
      attentionOf(facts({ threads, assignments: [asked], reviews: [review({ reviewerId: 'cy' })] })),
      [
        { userId: 'ada', reason: 'assigned', since: 1 },
        { userId: 'author', reason: 'answer', since: 5 },
      ],
    );
  });

  it('a judgement is told beside what was said at the same moment', () => {
    const mentions = [{ ...mention, userId: 'author' }];
    const lines = linesOf(facts({ reviews: [review()], threads: [thread({ mentions })] }), { now: 100 });
    assert.deepEqual(
      lines.map(({ userId, reason }) => [userId, reason]),
      [
        ['author', 'accepted'],
        ['author', 'mentioned'],
      ],
    );
  });

  it('a mark at the first event begins a review, one before it does not', () => {
    const stateAt = (throughSequence: number) =>
      standingOf(facts({ marks: [readTo(throughSequence, 1)] }), defaultPolicy).state;
    assert.deepEqual([0, 1].map(stateAt), ['unreviewed', 'in_review']);
  });

  it('so many have accepted as far as the last of them; whoever went further comes first', () => {
    const reviews = [
      review({ reviewId: 'one', reviewerId: 'cy', throughSequence: 60 }),
      review({ throughSequence: 100 }),
    ];
    const standing = (reviewers: number) => standingOf(facts({ reviews }), { ...defaultPolicy, reviewers });
    assert.deepEqual(standing(1), { state: 'accepted', acceptedTo: 100 });
    assert.deepEqual(standing(2), { state: 'outgrown', acceptedTo: 60, since: 40 });
    assert.deepEqual(standing(3), { state: 'in_review' });
  });

  it('a share of the sessions is drawn, none where there is no share', () => {
    const enter = { edits: false, highFindings: false, repositories: [] };
    const stateOf = (sample: number, draw: number) =>
      standingOf(facts({ session: { draw } }), { ...defaultPolicy, enter: { ...enter, sample } }).state;
    assert.deepEqual(
      [stateOf(0.5, 0.49), stateOf(0.5, 0.5), stateOf(0, 0), stateOf(1, 0.99)],
      ['unreviewed', 'not_needed', 'not_needed', 'unreviewed'],
    );
  });
});
