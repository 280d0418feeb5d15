import type { RemovedSession } from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import { auditRecord, record } from '../audit.ts';
import type { Context } from '../context.ts';
import type { ErasureRecord, MemberRecord, SessionRecord } from '../records.ts';
import { tellReleased } from '../review/assignment.ts';
import { ownSession } from '../session/access.ts';
import { sessionNotFound } from '../session/session.ts';
import { finishErasure } from './erasure.ts';

/** By its author or an admin, from the page. */
export async function removeSession(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string },
): Promise<RemovedSession> {
  const { sessionId } = await ownSession(context, actor, input.sessionId);
  const erasure = await deleteSession(
    context,
    { sessionId, organizationId: actor.organizationId },
    { actor },
  );
  if (!erasure) throw sessionNotFound();
  return { sessionId, eventCount: erasure.eventCount };
}

/**
 * The record goes first, in one step with everything said about the session: from then on nothing is taken for it any
 * more, and what is left is removed at leisure. Undefined: somebody else has deleted it meanwhile.
 */
export async function deleteSession(
  context: Context,
  { sessionId, organizationId }: Pick<SessionRecord, 'sessionId' | 'organizationId'>,
  {
    actor,
    reason = actor ? 'person' : 'operator',
  }: { actor?: MemberActor; reason?: ErasureRecord['reason'] } = {},
): Promise<ErasureRecord | undefined> {
  const begun = await context.store.erasure.begin(
    { sessionId, organizationId, reason, requestedBy: actor?.userId ?? null, requestedAt: context.clock() },
    auditRecord(context, {
      action: 'session_deleted',
      organizationId,
      ...(actor && { actorId: actor.userId }),
      targetId: sessionId,
    }),
  );
  if (!begun) return undefined;
  const { erasure, told } = begun;
  // Whoever follows it notices that it is gone, and so do those who were told of it.
  context.bell?.ring({ organizationId, sessionId });
  for (const userId of told) context.bell?.ringMember(userId);
  // It is deleted, whatever happens now: housekeeping finishes what cannot be finished here, and says why it could not.
  await finishErasure(context, erasure).catch(() => {});
  context.hurry?.('erasures');
  return erasure;
}

/** The rest is for the operator. Each is audited by id only. */

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
      const begun = await context.store.erasure.begin({
        sessionId,
        organizationId,
        reason: 'operator',
        requestedBy: null,
        requestedAt: context.clock(),
      });
      if (begun) await finishErasure(context, begun.erasure);
    }
  }
  const members = await context.store.member.list(organizationId);
  await context.store.organization.delete(organizationId);
  for (const { userId } of members) context.bell?.ringMember(userId);
  await record(context, { action: 'organization_deleted', organizationId, targetId: organizationId });
}
