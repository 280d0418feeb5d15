import { isHeld } from '../access/reader.ts';
import { record } from '../audit.ts';
import type { Context } from '../context.ts';
import type { ListedSession } from '../records.ts';
import { newAssignment } from './assignment.ts';
import { type AppliedPolicy, rulesFor } from './default-policy.ts';
import type { AskedTo } from './ports.ts';
import { rotated, type Team, teamOf } from './rotation/rotation.ts';
import { about, ringReview } from './session.ts';
import { presentStanding } from './standing.ts';

const usualPage = 500;
const day = 86_400_000;
/** Older sessions than this are not handed out by themselves: a policy is about what comes. */
const askedWithin = 7 * day;

/** What nobody does and time brings about: run now and then by every server; each is told of once. */
export async function attendReviews(context: Context, page = usualPage): Promise<void> {
  await attendOutgrown(context, page);
  await askReviewers(context, page);
}

/** Whoever accepted a session that has grown since is told when it is closed or silent, not before. */
async function attendOutgrown(context: Context, page: number): Promise<void> {
  const { review } = context.store;
  for (let isLeft = true; isLeft; ) {
    const { refresh, more } = await review.look(context.clock(), page);
    for (const session of refresh) {
      const outcome = await review.refresh(about(context, session));
      if (outcome === 'gone') continue;
      ringReview(context, session, outcome.told);
    }
    isLeft = more;
  }
}

async function askReviewers(context: Context, page: number): Promise<void> {
  const { review } = context.store;
  for (const { organizationId, policy, since } of await review.withReviewersToAsk()) {
    const now = context.clock();
    const from = Math.max(since, now - askedWithin);
    const members = await context.store.member.list(organizationId);
    const active = new Set(members.flatMap(({ userId, status }) => (status === 'active' ? [userId] : [])));
    const team = policy.rotation ? await teamOf(context, organizationId, members, now) : new Map();
    // Sessions that need no review stay unasked, so each look passes them and goes on to the others.
    let after: AskedTo | undefined;
    do {
      const found = await review.toAsk(organizationId, { since: from, now, limit: page, after });
      for (const session of found.sessions)
        await askReviewersOf(context, session, { policy, active, team, now });
      after = found.next;
    } while (after);
  }
}

async function askReviewersOf(
  context: Context,
  session: ListedSession,
  asking: { policy: AppliedPolicy; active: ReadonlySet<string>; team: Team; now: number },
): Promise<void> {
  const { policy, active, team, now } = asking;
  const { standing, authorUserId, sessionId, organizationId } = session;
  // Only its author reads it yet.
  if (isHeld(session, now)) return;
  const grown = { ...session, highFindings: session.high ?? 0, mediumFindings: session.medium };
  const { state } = presentStanding(standing, grown, policy, now);
  if (state === 'not_needed') return;
  const usual = rulesFor(policy, session)
    .defaultReviewers.filter((userId) => userId !== authorUserId && active.has(userId))
    .map((userId) => ({ ...newAssignment(session, userId, now), assignedBy: 'policy' }));
  const asked = usual.map(({ userId }) => userId);
  const inTurn = await rotated(context, session, { policy, team, now, asked });
  // Nobody can be asked today: somebody may be tomorrow.
  if (policy.rotation && usual.length + inTurn.length === 0) return;
  const outcome = await context.store.review.askByPolicy(about(context, session, now), [...usual, ...inTurn]);
  if (outcome === 'gone') return;
  for (const _ of outcome.asked) {
    await record(context, {
      action: 'assignee_added',
      organizationId,
      actorId: 'policy',
      targetId: sessionId,
    });
  }
  ringReview(context, session, outcome.told);
}
