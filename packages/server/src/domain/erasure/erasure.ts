import { DebriefError } from '@debrief/contract';
import type { Context } from '../context.ts';
import type { ErasureRecord } from '../records.ts';

/** Removes what is left of a session whose record is gone. Each step may be repeated; killed in between, it is. */
export async function finishErasure(context: Context, erasure: ErasureRecord): Promise<void> {
  const { sessionId } = erasure;
  await context.log.erase(erasure);
  // Last: nothing can be derived any more from a session that is gone.
  await context.store.statistics.delete(sessionId);
  await context.store.erasure.setRemoved(sessionId, context.clock());
}

/** What deletions have left undone because a server was killed, or a database or the bus was away; returns how many. */
export async function finishErasures(context: Context): Promise<number> {
  const pending = await context.store.erasure.pending(1000);
  const open = pending.filter(({ removedAt }) => removedAt === null);
  for (const erasure of open) await finishErasure(context, erasure);
  return open.length;
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
  const erasure = await context.store.erasure.find(organizationId, sessionId);
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
