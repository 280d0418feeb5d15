import type { ReadChannel, Reading } from '@debrief/contract';
import { sharedSession } from '../access/session.ts';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { SessionRecord } from '../records.ts';
import { noteReads } from './note-reads.ts';
import type { SessionToRead } from './transcript-ports.ts';

/** A session to be read. What shows its content is noted in the audit log. */
export async function readableSession(
  context: Context,
  actor: MemberActor,
  sessionId: string,
  channel: ReadChannel,
): Promise<SessionRecord> {
  const session = await sharedSession(context, actor, sessionId);
  await noteReads(context, actor, [sessionId], channel);
  return session;
}

/** How far the transcript of a session follows its events. */
export const readingOf = async (context: Context, session: SessionRecord): Promise<Reading> =>
  (await readingAt(context, session)).reading;

/** The same, with the time at which it was folded last. */
export async function readingAt(
  context: Context,
  session: SessionRecord,
): Promise<{ reading: Reading; foldedAt: number }> {
  const { sessionId, eventCount } = session;
  const found = await context.store.transcript.state(sessionId);
  const foldedAt = found?.foldedAt ?? 0;
  if (found?.isUnreadable) return { reading: { state: 'unreadable', foldedTo: 0, eventCount }, foldedAt };
  const foldedTo = Math.min(found?.foldedTo ?? 0, eventCount);
  const isCurrent = found !== undefined && foldedTo === eventCount;
  if (!isCurrent) context.want?.(session);
  return { reading: { state: isCurrent ? 'current' : 'behind', foldedTo, eventCount }, foldedAt };
}

/** Only that much of a session goes to the thread that reads its events. */
export const toRead = ({ organizationId, sessionId, agentId }: SessionRecord): SessionToRead => ({
  organizationId,
  sessionId,
  agentId,
});
