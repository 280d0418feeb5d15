import { limits, type Privacy } from '@debrief/contract';
import { hasRole, type MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { iso } from '../present.ts';
import { getRetention } from '../retention/retention.ts';
import { getAccessPolicy } from './policy.ts';
import { readableOf } from './session.ts';

/** As they are in force now: the page that says it in words reads nothing else. */
export async function getPrivacy(context: Context, actor: MemberActor): Promise<Privacy> {
  const { organizationId, userId } = actor;
  const { store, clock, retentionDays, sendsMail } = context;
  const { policy, ownHold } = await getAccessPolicy(context, actor);
  const members = (await store.member.list(organizationId)).filter(({ status }) => status === 'active');
  const endpoints = (await store.outbox.list(organizationId)).filter(({ offAt }) => offAt === null);
  const environments = await store.environment.list(organizationId);
  const redactions = await store.redaction.listAll(organizationId, limits.redactionsListed);
  const readable = await readableOf(
    context,
    actor,
    redactions.map(({ sessionId }) => sessionId),
  );
  return {
    ...{ policy, ownHold, sendsMail },
    ...(retentionDays !== undefined && { retentionDays }),
    people: {
      members: members.length,
      admins: members.filter(({ role }) => hasRole(role, 'admin')).length,
    },
    retention: (await getRetention(context, actor)).policy,
    legalHolds: await store.legalHold.count(organizationId, userId, clock()),
    endpoints: {
      active: endpoints.length,
      withTitles: endpoints.filter(({ withTitles }) => withTitles === 1).length,
    },
    traces: context.traces ?? 'none',
    mine: {
      sessions: await store.author.sessions(organizationId, userId),
      machines: environments.filter(({ authorUserId }) => authorUserId === userId).length,
    },
    redactions: redactions
      .filter(({ sessionId }) => readable.has(sessionId))
      .map(({ sessionId, requestedBy, requestedAt, reason, count }) => ({
        ...{ sessionId, requestedBy, reason, count },
        requestedAt: iso(requestedAt),
      })),
  };
}
