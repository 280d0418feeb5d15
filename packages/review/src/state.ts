import type { Review, ReviewFacts } from './facts.ts';
import { entersQueue, type ReviewPolicy } from './policy.ts';

export const reviewStates = [
  'follow_up',
  'accepted',
  'outgrown',
  'in_review',
  'not_needed',
  'unreviewed',
] as const;
export type ReviewState = (typeof reviewStates)[number];

export interface Standing {
  state: ReviewState;
  /** With `accepted` and `outgrown`: how far enough members have accepted. */
  acceptedTo?: number;
  /** With `outgrown`: what has come since then, by sequence. */
  since?: number;
}

/**
 * Where the review of a session stands. Worked out from what people did, whatever the order it is read in, so that no
 * session can be left in a state that nothing supports.
 */
export function standingOf(facts: ReviewFacts, policy: ReviewPolicy): Standing {
  const counting = standingReviews(facts).filter(
    ({ reviewerId }) => policy.selfCounts || reviewerId !== facts.session.authorId,
  );
  if (counting.some(({ outcome }) => outcome === 'follow_up')) return { state: 'follow_up' };
  const needed = Math.max(1, policy.reviewers);
  const accepted = counting
    .filter(({ outcome }) => outcome === 'accepted')
    .map(({ throughSequence }) => throughSequence);
  if (accepted.length >= needed) {
    // So many have read at least this far.
    const acceptedTo = accepted.sort((a, b) => b - a)[needed - 1] as number;
    const { lastMaterial } = facts.session;
    return acceptedTo >= lastMaterial
      ? { state: 'accepted', acceptedTo }
      : { state: 'outgrown', acceptedTo, since: lastMaterial - acceptedTo };
  }
  if (isBeingReviewed(facts)) return { state: 'in_review' };
  return { state: entersQueue(policy, facts.session) ? 'unreviewed' : 'not_needed' };
}

/** The latest judgement of each reviewer that is neither withdrawn nor dismissed. A note replaces no judgement. */
export function standingReviews({ reviews }: Pick<ReviewFacts, 'reviews'>): Review[] {
  const latest = new Map<string, Review>();
  for (const review of reviews) {
    if (review.withdrawnAt !== undefined || review.dismissedAt !== undefined || review.outcome === 'noted')
      continue;
    const other = latest.get(review.reviewerId);
    if (!other || isLater(review, other)) latest.set(review.reviewerId, review);
  }
  return [...latest.values()];
}

/** Of two at the same time the one with the higher id: any order of reading comes to the same. */
const isLater = (a: Review, b: Review): boolean =>
  a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.reviewId > b.reviewId);

function isBeingReviewed({ session, reviews, marks, assignments, threads }: ReviewFacts): boolean {
  return (
    assignments.some(({ declinedAt }) => declinedAt === undefined) ||
    marks.some(({ userId, throughSequence }) => userId !== session.authorId && throughSequence > 0) ||
    threads.some(({ isOpen }) => isOpen) ||
    reviews.some(({ withdrawnAt, dismissedAt }) => withdrawnAt === undefined && dismissedAt === undefined)
  );
}
