import type { ReviewStanding } from '@debrief/contract';
import { type Grown, type ReviewSummary, type Standing, standingFrom } from '@debrief/review';
import type { Context } from '../context.ts';
import type { SessionRecord } from '../records.ts';
import { type AppliedPolicy, namesOf, type RepositoryNames, rulesFor } from './default-policy.ts';
import { type Arrived, isHistory } from './history.ts';
import type { GrownSession, StandingRecord } from './records.ts';

/** What of a session its review depends on besides what people say. */
export type Reviewed = Pick<GrownSession, 'authorUserId' | 'material' | 'edits' | 'highFindings' | 'draw'> &
  RepositoryNames &
  Arrived & { mediumFindings?: number | null };

export const enteringFacts = (session: Reviewed): Grown => ({
  authorId: session.authorUserId ?? undefined,
  lastMaterial: session.material,
  edits: session.edits,
  highFindings: session.highFindings,
  mediumFindings: session.mediumFindings ?? 0,
  repositories: namesOf(session),
  draw: session.draw,
  isHistory: isHistory(session),
});

/** Where a review stands under the rules of the session's repository. */
export const stateOf = (summary: ReviewSummary, session: Reviewed, policy: AppliedPolicy): Standing =>
  standingFrom(summary, enteringFacts(session), rulesFor(policy, session));

/** Somebody who was handed the session counts as at it until the reservation ends. */
export const summaryFrom = (standing: StandingRecord | undefined, now: number): ReviewSummary => ({
  followUps: standing?.followUps ?? 0,
  hasOwnFollowUp: standing?.ownFollowUp === 1,
  accepted: standing?.accepted ?? [],
  acceptedWithOwn: standing?.acceptedWithOwn ?? [],
  isBegun: standing?.isBegun === 1 || (standing?.reservedUntil ?? 0) > now,
});

/** What lists show. */
export const presentStanding = (
  standing: StandingRecord | undefined,
  session: Reviewed,
  policy: AppliedPolicy,
  now: number,
): ReviewStanding => ({
  ...stateOf(summaryFrom(standing, now), session, policy),
  threads: standing?.threads ?? 0,
  openThreads: standing?.openThreads ?? 0,
});

/** The same for one session. */
export async function reviewStanding(
  context: Context,
  { organizationId, sessionId }: SessionRecord,
): Promise<ReviewStanding> {
  const { standing, session } = await context.store.review.glance(sessionId);
  const policy = await context.store.review.policy(organizationId);
  return presentStanding(standing, session, policy, context.clock());
}

/** The same for several; those that are gone are not in it. */
export async function reviewStandings(
  context: Context,
  organizationId: string,
  sessionIds: readonly string[],
): Promise<Map<string, ReviewStanding>> {
  const { review } = context.store;
  const [found, policy] = await Promise.all([review.glances(sessionIds), review.policy(organizationId)]);
  const now = context.clock();
  return new Map(
    [...found].map(([sessionId, { standing, session }]) => [
      sessionId,
      presentStanding(standing, session, policy, now),
    ]),
  );
}

const minute = 60_000;
const hour = 60 * minute;

/** Closed, or silent for an hour: nothing more is to be expected for now. */
export const isQuietAt = (session: { status: string; updatedAt: number }, now: number): boolean =>
  session.status !== 'active' || session.updatedAt <= now - hour;

/** How often it is looked whether a session has grown: one that runs, and one that has been silent for an hour. */
const looks = { running: 2 * minute, silent: 30 * minute };

/**
 * When it is to be looked again whether the session has outgrown an acceptance. Never for one that is over and read to
 * its end: it grows no more. Its end and a new author bring the next look forward.
 */
export function nextLook(
  session: Pick<GrownSession, 'status' | 'updatedAt' | 'isFolded'>,
  now: number,
): number | null {
  if (session.status !== 'active') return session.isFolded === 1 ? null : now + looks.running;
  return now + (isQuietAt(session, now) ? looks.silent : looks.running);
}
