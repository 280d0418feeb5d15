import type { ReviewFacts, SessionFacts } from './facts.ts';
import { type Entering, entersQueue, type ReviewPolicy } from './policy.ts';
import { type ReviewSummary, summaryOf } from './summary.ts';

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

/** What of a session and its team decides where its review stands. */
export type Grown = Entering & Pick<SessionFacts, 'authorId' | 'lastMaterial'>;

/**
 * Where the review of a session stands. Worked out from what people did, whatever the order it is read in, so that no
 * session can be left in a state that nothing supports.
 */
export const standingOf = (facts: ReviewFacts, policy: ReviewPolicy): Standing =>
  standingFrom(summaryOf(facts), facts.session, policy);

/** The team wants another's eyes on the session, and nobody knows whose it is. */
export const lacksAuthor = ({ authorId }: Pick<SessionFacts, 'authorId'>, policy: ReviewPolicy): boolean =>
  policy.needsAuthor === true && !policy.selfCounts && authorId === undefined;

export function standingFrom(summary: ReviewSummary, session: Grown, policy: ReviewPolicy): Standing {
  const { followUps, hasOwnFollowUp, isBegun } = summary;
  if (followUps > 0 || (policy.selfCounts && hasOwnFollowUp)) return { state: 'follow_up' };
  const accepted = policy.selfCounts ? summary.acceptedWithOwn : summary.accepted;
  // So many have read at least this far. Without an author nobody can tell that it was somebody else.
  const acceptedTo = lacksAuthor(session, policy) ? undefined : accepted[Math.max(1, policy.reviewers) - 1];
  if (acceptedTo !== undefined) {
    const { lastMaterial } = session;
    return acceptedTo >= lastMaterial
      ? { state: 'accepted', acceptedTo }
      : { state: 'outgrown', acceptedTo, since: lastMaterial - acceptedTo };
  }
  if (isBegun) return { state: 'in_review' };
  return { state: entersQueue(policy, session) ? 'unreviewed' : 'not_needed' };
}
