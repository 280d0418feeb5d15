import type { Review } from '@debrief/contract';

/** What each reviewer said last, of what still stands. Reviews come oldest first. */
export function standingOutcomes(reviews: readonly Review[]): Map<string, Review> {
  const standing = new Map<string, Review>();
  for (const review of reviews)
    if (!review.withdrawnAt && !review.dismissed) standing.set(review.reviewerId, review);
  return standing;
}
