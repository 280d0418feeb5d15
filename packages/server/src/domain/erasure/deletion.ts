import type { RemovedSession } from '@debrief/contract';
import { sessionNotFound } from '../access/session.ts';
import type { MemberActor } from '../actor.ts';
import { auditRecord, record } from '../audit.ts';
import { erasureProof } from '../chain/entry.ts';
import type { Context } from '../context.ts';
import { refuseKept } from '../legal-hold/refusal.ts';
import type { ErasureRecord, MemberRecord, SessionRecord } from '../records.ts';
import { tellReleased } from '../review/assignment.ts';
import { ownSession } from '../session/access.ts';
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
 * more, and what is left is removed at leisure. Undefined: somebody else has deleted it meanwhile. A legal hold refuses it.
 */
export async function deleteSession(
  context: Context,
  { sessionId, organizationId }: Pick<SessionRecord, 'sessionId' | 'organizationId'>,
  {
    actor,
    reason = actor ? 'person' : 'operator',
  }: { actor?: Pick<MemberActor, 'userId'>; reason?: ErasureRecord['reason'] } = {},
): Promise<ErasureRecord | undefined> {
  const begun = await context.store.erasure.begin(
    wantedErasure(context, { sessionId, organizationId, reason, requestedBy: actor?.userId ?? null }),
    auditRecord(context, {
      action: 'session_deleted',
      organizationId,
      ...(actor && { actorId: actor.userId }),
      targetId: sessionId,
    }),
  );
  if (!begun) return undefined;
  if ('keptUntil' in begun)
    return refuseKept(context, begun.keptUntil, {
      ...{ what: 'this session', organizationId, targetId: sessionId, actorId: actor?.userId },
    });
  const { erasure, told } = begun;
  // Whoever follows it notices that it is gone, and so do those who were told of it.
  context.bell?.ring({ organizationId, sessionId });
  for (const userId of told) context.bell?.ringMember(userId);
  // It is deleted, whatever happens now: housekeeping finishes what cannot be finished here, and says why it could not.
  await finishErasure(context, erasure).catch(() => {});
  context.hurry?.('erasures');
  return erasure;
}

function wantedErasure(
  { pepper, clock }: Context,
  asked: Pick<ErasureRecord, 'sessionId' | 'organizationId' | 'reason' | 'requestedBy'>,
) {
  const erasure = { ...asked, requestedAt: clock() };
  return { ...erasure, proof: erasureProof(pepper, erasure) };
}

/** The rest is for the operator. Each is audited by id only. */

/** Ends the membership and forgets the address; what they did keeps only their opaque id. */
export async function deleteUser(context: Context, userId: string): Promise<MemberRecord | undefined> {
  const kept = await context.store.legalHold.keepsMember(userId, context.clock());
  if (kept)
    await refuseKept(context, kept.until, {
      ...{ what: 'the sessions of this member', organizationId: kept.organizationId, targetId: userId },
    });
  const deleted = await context.store.member.delete(userId, context.clock());
  if (!deleted) return undefined;
  const { member, released } = deleted;
  const { organizationId } = member;
  context.bell?.ringMember(userId);
  await record(context, { action: 'user_deleted', organizationId, targetId: userId });
  await tellReleased(context, organizationId, released);
  return member;
}

/** `requestedBy`: the owner who asked for it, where it was not the operator. */
export async function deleteOrganization(
  context: Context,
  organizationId: string,
  requestedBy: string | null = null,
): Promise<void> {
  const reason = requestedBy === null ? ('operator' as const) : ('person' as const);
  const kept = await context.store.legalHold.keepsAnything(organizationId, context.clock());
  if (kept !== undefined)
    await refuseKept(context, kept, {
      ...{ what: 'sessions of this organization', organizationId, targetId: organizationId },
    });
  for (;;) {
    const sessions = await context.store.session.list(organizationId, { limit: 200 });
    if (sessions.length === 0) break;
    for (const { sessionId } of sessions) {
      const wanted = { sessionId, organizationId, reason, requestedBy };
      const begun = await context.store.erasure.begin(wantedErasure(context, wanted));
      if (begun && 'keptUntil' in begun)
        return refuseKept(context, begun.keptUntil, {
          ...{ what: 'sessions of this organization', organizationId, targetId: organizationId },
        });
      if (begun) await finishErasure(context, begun.erasure);
    }
  }
  const members = await context.store.member.list(organizationId);
  await context.store.organization.delete(
    organizationId,
    context.clock(),
    auditRecord(context, {
      ...{ action: 'organization_deleted', organizationId, targetId: organizationId },
      ...(requestedBy !== null && { actorId: requestedBy }),
    }),
  );
  for (const { userId } of members) context.bell?.ringMember(userId);
}
