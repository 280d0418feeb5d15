import { type CompletedSession, type CompleteSession, DebriefError } from '@debrief/contract';
import type { SecretActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { orGone, sessionGone } from '../erasure/erasure.ts';
import { iso } from '../present.ts';
import { earliestTime } from './opening.ts';
import { writableSession } from './writing.ts';

const day = 86_400_000;

/** May precede startedAt, which is our clock: an offline machine uploads later (C4). */
function endOf(context: Context, endedAt: string | undefined): number {
  const now = context.clock();
  if (endedAt === undefined) return now;
  const at = Date.parse(endedAt);
  if (!(at >= earliestTime && at <= now + day)) {
    throw new DebriefError('validation_error', 'endedAt must lie between 2000-01-01 and one day from now.');
  }
  return at;
}

export async function completeSession(
  context: Context,
  actor: SecretActor,
  input: CompleteSession & { sessionId: string },
): Promise<CompletedSession> {
  const endedAt = endOf(context, input.endedAt);
  const { sessionId } = input;
  const { organizationId } = actor;
  await orGone(context, organizationId, sessionId, writableSession(context, actor, sessionId));
  const closed = await context.log.close({
    organizationId,
    sessionId,
    status: input.status ?? 'completed',
    endedAt,
    at: context.clock(),
  });
  if (!closed) throw await sessionGone(context, organizationId, sessionId);
  if (closed.now) {
    context.bell?.ring({ organizationId: actor.organizationId, sessionId });
    await context.store.review.lookSoon(sessionId, context.clock());
  }
  // A retry gets the first answer; asking for the other outcome is a conflict (C2, C3).
  if (!closed.now && input.status !== undefined && input.status !== closed.status) {
    throw new DebriefError('session_closed', `This session is already ${closed.status}.`);
  }
  return { sessionId, status: closed.status, endedAt: iso(closed.endedAt) };
}
