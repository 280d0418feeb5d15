import { DebriefError, type ReaderList } from '@debrief/contract';
import { findSession } from '../access/session.ts';
import { hasRole, type MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { iso } from '../present.ts';
import type { SessionRecord } from '../records.ts';

/** What is for the author of a session and for admins. */
export async function ownSession(
  context: Context,
  actor: MemberActor,
  sessionId: string,
): Promise<SessionRecord> {
  const session = await findSession(context, actor.organizationId, sessionId);
  if (session.authorUserId !== actor.userId && !hasRole(actor.role, 'admin')) {
    throw new DebriefError('insufficient_role', 'This is for the author of the session and for admins.');
  }
  return session;
}

export async function listReaders(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string },
): Promise<ReaderList> {
  const { sessionId } = await ownSession(context, actor, input.sessionId);
  const { days, channels } = await context.store.audit.readers(actor.organizationId, sessionId);
  const channelsOf = Map.groupBy(channels, ({ userId }) => userId);
  const readers = [...Map.groupBy(days, ({ userId }) => userId)].map(([userId, reads]) => ({
    userId,
    firstAt: Math.min(...reads.map(({ firstAt }) => firstAt)),
    lastAt: Math.max(...reads.map(({ lastAt }) => lastAt)),
    // What was noted before there were channels was a look at the session.
    channels: [...new Set(channelsOf.get(userId)?.map(({ channel }) => channel ?? 'session'))].sort(),
    days: reads.map(({ firstAt, hours }) => ({ day: iso(firstAt).slice(0, 10), hours })),
  }));
  return {
    readers: readers
      .sort((a, b) => b.lastAt - a.lastAt)
      .map(({ firstAt, lastAt, ...reader }) => ({
        ...reader,
        firstAt: iso(firstAt),
        lastAt: iso(lastAt),
      })),
  };
}
