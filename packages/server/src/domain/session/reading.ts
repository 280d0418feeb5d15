import { DebriefError, type ReadChannel, type Reading } from '@debrief/contract';
import type { ClippedEntry } from '@debrief/transcript';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { SessionRecord } from '../records.ts';
import { plainText } from './byte-text.ts';
import { noteReads } from './note-reads.ts';
import { findSession } from './session.ts';
import type { EventText, ReadAgain } from './transcript-ports.ts';

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

/** Most bytes of events that are read to make one entry whole. */
const maxBytes = 8 * 1024 * 1024;
/** Events between two that are wanted: fewer are read with them, more make another read. */
const maxGap = 16;

/** A clipped entry with its events from the log; undefined when they are too many to be read at once. */
export async function withEvents(
  context: Context,
  session: SessionRecord,
  stored: ClippedEntry,
): Promise<ReadAgain | undefined> {
  if (stored.clipped?.sequences !== undefined) return undefined;
  const events: EventText[] = [];
  let left = maxBytes;
  for (const [first, last] of runs(stored.sequences)) {
    const { events: found } = await context.log.read({
      organizationId: session.organizationId,
      sessionId: session.sessionId,
      order: 'asc',
      after: first - 1,
      limit: last - first + 1,
      bytes: maxBytes,
    });
    for (const { sequence, type, payload } of found) {
      if (!stored.sequences.includes(sequence)) continue;
      left -= payload.length;
      events.push({ sequence, type: plainText(type), payload: plainText(payload) });
    }
    if (left < 0) return undefined;
  }
  return { agentId: session.agentId, events, stored };
}

function runs(sequences: readonly number[]): [first: number, last: number][] {
  const found: [number, number][] = [];
  for (const sequence of [...sequences].sort((a, b) => a - b)) {
    const run = found.at(-1);
    if (run && sequence - run[1] <= maxGap) run[1] = sequence;
    else found.push([sequence, sequence]);
  }
  return found;
}
