import { DebriefError, type Erasure } from '@debrief/contract';
import { hasRole, type MemberActor } from '../actor.ts';
import { chainErasure } from '../chain/deed.ts';
import type { Context } from '../context.ts';
import { isId } from '../id.ts';
import { iso } from '../present.ts';
import type { ErasureRecord } from '../records.ts';

/** Removes what is left of a session whose record is gone. Each step may be repeated; killed in between, it is. */
export async function finishErasure(context: Context, erasure: ErasureRecord): Promise<void> {
  const { sessionId } = erasure;
  await chainErasure(context, erasure);
  await context.log.erase(erasure);
  // Last: nothing can be derived any more from a session that is gone.
  await context.store.statistics.delete(sessionId);
  await context.store.erasure.setRemoved(sessionId, context.clock());
}

const day = 86_400_000;

/**
 * Finishes what deletions have begun, in this process or in one that was killed: the rest of each session, then the
 * bytes of all of them at once. Returns how many are erased for good now. What retention removed has no hurry: freeing
 * the bytes goes through the whole index of the search, so that is done once a day.
 */
export async function finishErasures(context: Context): Promise<number> {
  const { store, clock } = context;
  const pending = await store.erasure.pending(1000);
  for (const erasure of pending) if (erasure.removedAt === null) await finishErasure(context, erasure);
  const isDue = pending.some(
    ({ reason, requestedAt }) => reason !== 'retention' || requestedAt <= clock() - day,
  );
  if (!isDue) return 0;
  await store.statistics.sweep();
  if (!(await store.erasure.scrub(pending))) return 0;
  await store.erasure.setErased(
    pending.map(({ sessionId }) => sessionId),
    clock(),
  );
  return pending.length;
}

const findErasure = async (context: Pick<Context, 'store'>, organizationId: string, sessionId: string) =>
  isId('ses', sessionId) ? context.store.erasure.find(organizationId, sessionId) : undefined;

/** The receipt of a deletion, for who asked for it and for admins. */
export async function getErasure(
  context: Context,
  actor: MemberActor,
  { sessionId }: { sessionId: string },
): Promise<Erasure> {
  const erasure = await findErasure(context, actor.organizationId, sessionId);
  if (!erasure || (erasure.requestedBy !== actor.userId && !hasRole(actor.role, 'admin')))
    throw new DebriefError('session_not_found', 'No such session in this organization.');
  const { eventCount, requestedBy, requestedAt, removedAt, erasedAt } = erasure;
  return {
    sessionId,
    state: erasedAt === null ? 'erasing' : 'erased',
    eventCount,
    ...(requestedBy !== null && { requestedBy }),
    requestedAt: iso(requestedAt),
    ...(removedAt !== null && { removedAt: iso(removedAt) }),
    ...(erasedAt !== null && { erasedAt: iso(erasedAt) }),
    remains: [...context.store.erasure.remains],
  };
}

/**
 * What a machine is told that goes on with a session which is not there. Of one that somebody deleted it forgets what it
 * has not sent yet; of one that was only too old, or never there, it goes on in another.
 */
export async function sessionGone(
  context: Pick<Context, 'store'>,
  organizationId: string,
  sessionId: string,
): Promise<DebriefError> {
  const erasure = await findErasure(context, organizationId, sessionId);
  const isDeleted = erasure !== undefined && erasure.reason !== 'retention';
  const message = isDeleted
    ? 'This session was deleted; nothing more of it is taken.'
    : 'No such session in this organization.';
  return new DebriefError('session_not_found', message, { isDeleted });
}

/** The answer of `work`, or what a machine is told when the session is not there. */
export async function orGone<Result>(
  context: Pick<Context, 'store'>,
  organizationId: string,
  sessionId: string,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const isMissing = error instanceof DebriefError && error.code === 'session_not_found';
    throw isMissing ? await sessionGone(context, organizationId, sessionId) : error;
  }
}
