import type { Review, ReviewFacts } from './facts.ts';

/**
 * What the facts come to before any policy and whatever the session has grown to. Small enough to be kept beside a
 * session, so that lists need not read the facts themselves.
 */
export interface ReviewSummary {
  /** Standing reviews of others than the author that ask for a follow-up. */
  followUps: number;
  /** The author asks for one. */
  hasOwnFollowUp: boolean;
  /** How far others than the author have accepted, furthest first. */
  accepted: readonly number[];
  /** The same with the author's own. */
  acceptedWithOwn: readonly number[];
  /** Somebody has begun: was asked, has read, ticked, written or judged. */
  isBegun: boolean;
}

export function summaryOf(facts: ReviewFacts): ReviewSummary {
  const { authorId } = facts.session;
  const standing = standingReviews(facts);
  const isOwn = ({ reviewerId }: Review) => reviewerId === authorId;
  const followUps = standing.filter(({ outcome }) => outcome === 'follow_up');
  const accepted = standing
    .filter(({ outcome }) => outcome === 'accepted')
    .sort((a, b) => b.throughSequence - a.throughSequence);
  return {
    followUps: followUps.filter((review) => !isOwn(review)).length,
    hasOwnFollowUp: followUps.some(isOwn),
    accepted: accepted.filter((review) => !isOwn(review)).map(({ throughSequence }) => throughSequence),
    acceptedWithOwn: accepted.map(({ throughSequence }) => throughSequence),
    isBegun: isBegun(facts),
  };
}

export const isValid = ({ withdrawnAt, dismissedAt }: Review): boolean =>
  withdrawnAt === undefined && dismissedAt === undefined;

/** The latest judgement of each reviewer that is neither withdrawn nor dismissed. A note replaces no judgement. */
export function standingReviews({ reviews }: Pick<ReviewFacts, 'reviews'>): Review[] {
  const latest = new Map<string, Review>();
  for (const review of reviews) {
    if (!isValid(review) || review.outcome === 'noted') continue;
    const other = latest.get(review.reviewerId);
    if (!other || isLater(review, other)) latest.set(review.reviewerId, review);
  }
  return [...latest.values()];
}

/** Of two at the same time the one with the higher id: any order of reading comes to the same. */
const isLater = (a: Review, b: Review): boolean =>
  a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.reviewId > b.reviewId);

function isBegun({ session, reviews, marks, ticks = [], assignments, threads }: ReviewFacts): boolean {
  return (
    assignments.some(({ declinedAt }) => declinedAt === undefined) ||
    marks.some(({ userId, throughSequence }) => userId !== session.authorId && throughSequence > 0) ||
    ticks.some(({ userId }) => userId !== session.authorId) ||
    threads.some(({ isOpen }) => isOpen) ||
    reviews.some(isValid)
  );
}
