import type { Context } from '../context.ts';
import { newAssignment } from './assignment.ts';
import { rulesFor } from './default-policy.ts';
import { tellAsked } from './news.ts';
import { ringReview } from './session.ts';
import { presentStanding } from './standing.ts';

const page = 500;
const day = 86_400_000;
/** Older sessions than this are not handed out by themselves: a policy is about what comes. */
const askedWithin = 7 * day;

/** What nobody does and time brings about: run now and then by every server; each is told of once. */
export async function attendReviews(context: Context): Promise<void> {
  await attendOutgrown(context);
  await askDefaultReviewers(context);
}

/** Whoever accepted a session that has grown since is told when it is closed or silent, not before. */
async function attendOutgrown(context: Context): Promise<void> {
  const { review, session } = context.store;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { refresh, next } = await review.toRefresh(after, context.clock(), page);
    for (const sessionId of refresh) {
      const organizationId = (await review.glance(sessionId)).session.organizationId;
      const found = await session.find(organizationId, sessionId);
      if (!found) continue;
      const outcome = await review.refresh({ session: found, at: context.clock() });
      if (outcome === 'gone') continue;
      ringReview(context, found);
      await tellAsked(context, found, outcome.asked);
    }
    after = next;
  }
}

async function askDefaultReviewers(context: Context): Promise<void> {
  const { review } = context.store;
  for (const { organizationId, policy, since } of await review.withDefaultReviewers()) {
    const now = context.clock();
    const from = Math.max(since, now - askedWithin);
    const members = await context.store.member.list(organizationId);
    const active = new Set(members.flatMap(({ userId, status }) => (status === 'active' ? [userId] : [])));
    for (const session of await review.toAsk(organizationId, { since: from, now, limit: page })) {
      const { edits, repoRoot, material, draw, high, standing, authorUserId } = session;
      const grown = { edits, repoRoot, material, draw, highFindings: high ?? 0 };
      const { state } = presentStanding(standing, grown, policy, now);
      if (state === 'not_needed') continue;
      const assignments = rulesFor(policy, repoRoot)
        .defaultReviewers.filter((userId) => userId !== authorUserId && active.has(userId))
        .map((userId) => ({ ...newAssignment(session, userId, now), assignedBy: 'policy' }));
      const outcome = await review.askByPolicy({ session, at: now }, assignments);
      if (outcome === 'gone') continue;
      ringReview(context, session);
      await tellAsked(context, session, outcome.asked);
    }
  }
}
