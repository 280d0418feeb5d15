import type { RemovedSession } from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import { record } from '../audit.ts';
import type { Context } from '../context.ts';
import type { MemberRecord, SessionRecord } from '../records.ts';
import { tellReleased } from '../review/assignment.ts';
import { ownSession } from './access.ts';

/** By its author or an admin, from the page. */
export async function removeSession(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string },
): Promise<RemovedSession> {
  const session = await ownSession(context, actor, input.sessionId);
  await deleteSession(context, session, actor);
  return { sessionId: session.sessionId, eventCount: session.eventCount };
}

/** The rest is for the operator and for retention. Each is audited by id only. */

export async function deleteSession(
  context: Context,
  session: Pick<SessionRecord, 'sessionId' | 'organizationId'>,
  actor?: MemberActor,
): Promise<void> {
  const { sessionId, organizationId } = session;
  // Events first: killed in between, the record is still there to be deleted again.
  await context.log.erase(sessionId);
  await context.store.session.delete(sessionId);
  // Last: nothing can be derived any more from a session that is gone.
  await context.store.statistics.delete(sessionId);
  // Whoever follows it notices that it is gone.
  context.bell?.ring({ organizationId, sessionId });
  await record(context, {
    action: 'session_deleted',
    organizationId,
    ...(actor && { actorId: actor.userId }),
    targetId: sessionId,
  });
}

/** Ends the membership and forgets the address; what they did keeps only their opaque id. */
export async function deleteUser(context: Context, userId: string): Promise<MemberRecord | undefined> {
  const deleted = await context.store.member.delete(userId, context.clock());
  if (!deleted) return undefined;
  const { member, released } = deleted;
  const { organizationId } = member;
  context.bell?.ringMember(userId);
  await record(context, { action: 'user_deleted', organizationId, targetId: userId });
  await tellReleased(context, organizationId, released);
  return member;
}

export async function deleteOrganization(context: Context, organizationId: string): Promise<void> {
  for (;;) {
    const sessions = await context.store.session.list(organizationId, { limit: 200 });
    if (sessions.length === 0) break;
    for (const { sessionId } of sessions) {
      await context.log.erase(sessionId);
      await context.store.session.delete(sessionId);
      await context.store.statistics.delete(sessionId);
    }
  }
  const members = await context.store.member.list(organizationId);
  await context.store.organization.delete(organizationId);
  for (const { userId } of members) context.bell?.ringMember(userId);
  await record(context, { action: 'organization_deleted', organizationId, targetId: organizationId });
}
