import type { Mark, ReviewFacts } from './facts.ts';
import { isValid, standingReviews } from './summary.ts';

export type AttentionReason = 'assigned' | 'answer' | 'follow_up' | 'answered' | 'outgrown' | 'mentioned';

/** Who is expected to act now, why, and since when. */
export interface Attention {
  userId: string;
  reason: AttentionReason;
  since: number;
}

/**
 * The growth of a running session rings nobody: an acceptance counts as outgrown only when the session is closed or
 * has been silent for an hour. Agents, integrations and people who have left are never expected to act.
 */
export function attentionOf(facts: ReviewFacts): Attention[] {
  const all = [...assigned(facts), ...author(facts), ...reviewers(facts), ...mentioned(facts)];
  const first = new Map<string, Attention>();
  for (const one of all) {
    if (facts.left?.has(one.userId)) continue;
    const key = `${one.userId} ${one.reason}`;
    const other = first.get(key);
    if (!other || one.since < other.since) first.set(key, one);
  }
  return [...first.values()].sort(
    (a, b) => a.since - b.since || compare(a.userId, b.userId) || compare(a.reason, b.reason),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A note is an answer, too: whoever was asked has said something. */
function assigned(facts: ReviewFacts): Attention[] {
  const done = new Set(facts.reviews.filter(isValid).map(({ reviewerId }) => reviewerId));
  return facts.assignments
    .filter(({ userId, declinedAt }) => declinedAt === undefined && !done.has(userId))
    .map(({ userId, createdAt }) => ({ userId, reason: 'assigned', since: createdAt }));
}

function author({ session, threads, ...facts }: ReviewFacts): Attention[] {
  const { authorId } = session;
  if (authorId === undefined) return [];
  const waiting = threads
    .filter(({ isOpen, needsAnswer, lastCommentBy }) => isOpen && needsAnswer && lastCommentBy !== authorId)
    .map(({ lastCommentAt }): Attention => ({ userId: authorId, reason: 'answer', since: lastCommentAt }));
  const followUps = standingReviews(facts)
    .filter(({ outcome, reviewerId }) => outcome === 'follow_up' && reviewerId !== authorId)
    .filter((review) => !isAnswered(review.createdAt, authorId, threads))
    .map(({ createdAt }): Attention => ({ userId: authorId, reason: 'follow_up', since: createdAt }));
  return [...waiting, ...followUps];
}

/** Nothing waits for the author any more, and they have said something since. */
function isAnswered(since: number, authorId: string, threads: ReviewFacts['threads']): boolean {
  const isWaited = threads.some(
    ({ isOpen, needsAnswer, lastCommentBy }) => isOpen && needsAnswer && lastCommentBy !== authorId,
  );
  return (
    !isWaited &&
    threads.some(({ lastCommentBy, lastCommentAt }) => lastCommentBy === authorId && lastCommentAt > since)
  );
}

function reviewers({ session, threads, marks, ...facts }: ReviewFacts): Attention[] {
  const attention: Attention[] = [];
  for (const { reviewerId, outcome, createdAt, throughSequence } of standingReviews(facts)) {
    const { authorId } = session;
    if (outcome === 'follow_up' && authorId !== undefined && isAnswered(createdAt, authorId, threads)) {
      const answers = threads
        .filter(({ lastCommentBy }) => lastCommentBy === authorId)
        .map(({ lastCommentAt }) => lastCommentAt);
      attention.push({ userId: reviewerId, reason: 'answered', since: Math.max(...answers) });
    }
    const isOutgrown = outcome === 'accepted' && session.isQuiet && session.lastMaterial > throughSequence;
    if (isOutgrown && markOf(marks, reviewerId) < session.lastMaterial) {
      attention.push({ userId: reviewerId, reason: 'outgrown', since: session.lastMaterialAt });
    }
  }
  return attention;
}

const markOf = (marks: readonly Mark[], userId: string): number =>
  Math.max(
    0,
    ...marks.filter((mark) => mark.userId === userId).map(({ throughSequence }) => throughSequence),
  );

/** A mention waits until the member has written in the thread or read past it, or the thread is resolved. */
function mentioned({ threads, marks }: ReviewFacts): Attention[] {
  return threads
    .filter(({ isOpen }) => isOpen)
    .flatMap(({ mentions, sequence }) =>
      mentions
        .filter(({ isAnswered }) => !isAnswered)
        .filter(
          ({ userId, at }) =>
            !marks.some(
              (mark) => mark.userId === userId && mark.at >= at && mark.throughSequence >= sequence,
            ),
        )
        .map(({ userId, at }): Attention => ({ userId, reason: 'mentioned', since: at })),
    );
}
