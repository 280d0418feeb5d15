import { DebriefError, type ReadChannel, type Reading } from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { SessionRecord } from '../records.ts';
import { noteReads } from './note-reads.ts';
import { findSession } from './session.ts';
import type { SessionToRead } from './transcript-ports.ts';

/** Whether somebody may see what is in a session: every member of its organization may. */
export const mayRead = (actor: MemberActor, session: Pick<SessionRecord, 'organizationId'>): boolean =>
  actor.organizationId === session.organizationId;

/** A session to be read; refused like one that does not exist. What shows its content is noted in the audit log. */
export async function readableSession(
  context: Context,
  actor: MemberActor,
  sessionId: string,
  channel: ReadChannel,
): Promise<SessionRecord> {
  const session = await findSession(context, actor.organizationId, sessionId);
  if (!mayRead(actor, session)) {
    throw new DebriefError('session_not_found', 'No such session in this organization.');
  }
  await noteReads(context, actor, [sessionId], channel);
  return session;
}

/** How far the transcript of a session follows its events. */
export async function readingOf(context: Context, session: SessionRecord): Promise<Reading> {
  const { sessionId, eventCount } = session;
  const found = await context.store.transcript.state(sessionId);
  if (found?.isUnreadable) return { state: 'unreadable', foldedTo: 0, eventCount };
  const foldedTo = Math.min(found?.foldedTo ?? 0, eventCount);
  const isCurrent = found !== undefined && foldedTo === eventCount;
  if (!isCurrent) context.want?.(session);
  return { state: isCurrent ? 'current' : 'behind', foldedTo, eventCount };
}

/** Only that much of a session goes to the thread that reads its events. */
export const toRead = ({ organizationId, sessionId, agentId }: SessionRecord): SessionToRead => ({
  organizationId,
  sessionId,
  agentId,
});
