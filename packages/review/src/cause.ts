import type { Mark, ReviewFacts, Thread } from './facts.ts';
import { isValid, standingReviews } from './summary.ts';

/** Why a member is told something about a session, in the words of what was done. */
export const causeReasons = [
  'assigned',
  'asked',
  'mentioned',
  'replied',
  'follow_up',
  'answered',
  'accepted',
  'noted',
  'dismissed',
  'declined',
  'outgrown',
] as const;
export type CauseReason = (typeof causeReasons)[number];

/** Of these the member is expected to do something; all others only tell. */
const turns = ['assigned', 'asked', 'mentioned', 'follow_up', 'answered', 'outgrown'] as const;
export type TurnReason = (typeof turns)[number];

export const isTurn = (reason: string): reason is TurnReason => (turns as readonly string[]).includes(reason);

/** Something that was done and concerns a member, for as long as it does. */
export interface Cause {
  userId: string;
  reason: CauseReason;
  /** Names what was done: another comment, another judgement or another request is another cause. */
  cause: string;
  since: number;
  /** Who did it; absent when it came by itself. */
  by?: string | undefined;
  threadId?: string | undefined;
}

/**
 * Everything that concerns somebody now. What was answered, resolved, judged, withdrawn, declined or deleted is in it no
 * more; nor is anything for people who have left.
 */
export const causesOf = (facts: ReviewFacts): Cause[] =>
  [...assignments(facts), ...discussions(facts), ...forAuthor(facts), ...forReviewers(facts)]
    .filter(({ userId }) => !facts.left?.has(userId))
    .sort(
      (a, b) =>
        a.since - b.since ||
        compare(a.userId, b.userId) ||
        compare(a.reason, b.reason) ||
        compare(a.cause, b.cause),
    );

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A note is an answer, too: whoever was asked has said something. Whoever asked hears of a no. */
function assignments(facts: ReviewFacts): Cause[] {
  const done = new Set(facts.reviews.filter(isValid).map(({ reviewerId }) => reviewerId));
  return facts.assignments.flatMap(({ userId, assignedBy, createdAt, declinedAt }): Cause[] => {
    const by = assignedBy === 'policy' ? undefined : assignedBy;
    if (declinedAt !== undefined) {
      if (by === undefined) return [];
      return [
        { userId: by, reason: 'declined', cause: `${userId}.${declinedAt}`, since: declinedAt, by: userId },
      ];
    }
    if (done.has(userId)) return [];
    return [{ userId, reason: 'assigned', cause: `${createdAt}.${assignedBy}`, since: createdAt, by }];
  });
}

/** Open, needs an answer, and somebody else than the author wrote last. */
const isQuestion = ({ isOpen, needsAnswer, lastCommentBy }: Thread, authorId: string): boolean =>
  isOpen && needsAnswer && lastCommentBy !== authorId;

function discussions({ session: { authorId }, threads, marks }: ReviewFacts): Cause[] {
  return threads.flatMap((thread) => {
    const { threadId, lastCommentBy, lastCommentAt } = thread;
    const cause = `${threadId}.${lastCommentAt}.${lastCommentBy}`;
    const last = { cause, since: lastCommentAt, by: lastCommentBy, threadId };
    const asked: Cause[] =
      authorId !== undefined && isQuestion(thread, authorId)
        ? [{ userId: authorId, reason: 'asked', ...last }]
        : [];
    return [...asked, ...mentioned(thread, marks), ...replied(thread, last)];
  });
}

/** A mention waits until the member has written in the thread or read past it, or the thread is resolved. */
function mentioned({ threadId, isOpen, sequence, mentions }: Thread, marks: readonly Mark[]): Cause[] {
  if (!isOpen) return [];
  return mentions
    .filter(
      ({ userId, at, isAnswered }) =>
        !isAnswered &&
        !marks.some((mark) => mark.userId === userId && mark.at >= at && mark.throughSequence >= sequence),
    )
    .map(({ userId, at, by, commentId }) => ({
      userId,
      reason: 'mentioned',
      cause: commentId ?? `${threadId}.${at}`,
      since: at,
      by,
      threadId,
    }));
}

/** Whoever wrote in a thread hears what comes after them, unless it was resolved after that. */
function replied(
  { isOpen, resolvedAt, writers = [], lastCommentBy }: Thread,
  last: Pick<Cause, 'cause' | 'since' | 'by' | 'threadId'>,
): Cause[] {
  if (!isOpen && resolvedAt !== last.since) return [];
  return writers
    .filter((userId) => userId !== lastCommentBy)
    .map((userId) => ({ userId, reason: 'replied', ...last }));
}

/** Nothing waits for the author any more, and they have said something since. */
const isAnswered = (since: number, authorId: string, threads: readonly Thread[]): boolean =>
  !threads.some((thread) => isQuestion(thread, authorId)) &&
  threads.some(({ lastCommentBy, lastCommentAt }) => lastCommentBy === authorId && lastCommentAt > since);

/** Authors hear of every outcome. A follow-up waits for them until they have answered it. */
function forAuthor({ session: { authorId }, reviews, threads }: ReviewFacts): Cause[] {
  if (authorId === undefined) return [];
  const notes = reviews.filter((review) => isValid(review) && review.outcome === 'noted');
  return [...standingReviews({ reviews }), ...notes]
    .filter(({ reviewerId }) => reviewerId !== authorId)
    .filter(({ outcome, createdAt }) => outcome !== 'follow_up' || !isAnswered(createdAt, authorId, threads))
    .map(({ outcome, reviewId, reviewerId, createdAt }) => ({
      userId: authorId,
      reason: outcome,
      cause: reviewId,
      since: createdAt,
      by: reviewerId,
    }));
}

function forReviewers({ session, reviews, threads, marks }: ReviewFacts): Cause[] {
  const { authorId, quietTo, lastMaterialAt } = session;
  const causes: Cause[] = [];
  for (const { reviewId, reviewerId, outcome, createdAt, throughSequence } of standingReviews({ reviews })) {
    if (outcome === 'follow_up' && authorId !== undefined && isAnswered(createdAt, authorId, threads)) {
      const answers = threads.filter(({ lastCommentBy }) => lastCommentBy === authorId);
      const since = Math.max(...answers.map(({ lastCommentAt }) => lastCommentAt));
      const cause = `${reviewId}.${since}`;
      causes.push({ userId: reviewerId, reason: 'answered', cause, since, by: authorId });
    }
    const isOutgrown = outcome === 'accepted' && quietTo > throughSequence;
    if (isOutgrown && markOf(marks, reviewerId) < quietTo) {
      const cause = `${reviewId}.${quietTo}`;
      causes.push({ userId: reviewerId, reason: 'outgrown', cause, since: lastMaterialAt });
    }
  }
  return [...causes, ...dismissed({ session, reviews })];
}

/** The reviewer hears of it, and the author, until the reviewer has judged anew. */
function dismissed({ session: { authorId }, reviews }: Pick<ReviewFacts, 'session' | 'reviews'>): Cause[] {
  return reviews.flatMap(({ reviewId, reviewerId, withdrawnAt, dismissedAt, dismissedBy }) => {
    if (dismissedAt === undefined || withdrawnAt !== undefined) return [];
    const isJudged = reviews.some(
      (other) => other.reviewerId === reviewerId && isValid(other) && other.createdAt > dismissedAt,
    );
    if (isJudged) return [];
    const told = new Set([reviewerId, ...(authorId === undefined ? [] : [authorId])]);
    return [...told].map(
      (userId): Cause => ({
        userId,
        reason: 'dismissed',
        cause: reviewId,
        since: dismissedAt,
        by: dismissedBy,
      }),
    );
  });
}

const markOf = (marks: readonly Mark[], userId: string): number =>
  Math.max(
    0,
    ...marks.filter((mark) => mark.userId === userId).map(({ throughSequence }) => throughSequence),
  );
