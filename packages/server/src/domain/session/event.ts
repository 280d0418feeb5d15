import { hash } from 'node:crypto';
import {
  type AppendedEvents,
  DebriefError,
  type EventPage,
  type ListEvents,
  limits,
  type SessionEvent,
} from '@debrief/contract';
import { sessionNotFound } from '../access/session.ts';
import type { MemberActor, SecretActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { orGone } from '../erasure/erasure.ts';
import { isId } from '../id.ts';
import { iso } from '../present.ts';
import { withoutRedacted } from '../redaction/again.ts';
import { KeptJson, type PartlyKept } from './kept-json.ts';
import type { LoggedEvent } from './log-ports.ts';
import { readableSession } from './reading.ts';

/** A batch that was checked and encoded. */
export interface EncodedBatch {
  lines: Buffer;
  count: number;
  idempotencyKey?: string | undefined;
}

/** As the log names lines (log/digest.ts). */
const digestOf = (lines: Buffer): string => hash('sha256', lines, 'hex').slice(0, 32);

export async function appendEvents(
  context: Pick<Context, 'store' | 'log' | 'clock' | 'bell' | 'pepper'>,
  actor: SecretActor,
  sessionId: string,
  batch: EncodedBatch,
): Promise<{ answer: AppendedEvents; replayed: boolean }> {
  if (!isId('ses', sessionId)) throw sessionNotFound();
  const { organizationId, secretId, remembered, environment, environmentId } = actor;
  const struck = await withoutRedacted(context, { organizationId, sessionId }, batch.lines);
  const appending = context.log.append({
    organizationId,
    sessionId,
    secretId: remembered ? secretId : undefined,
    mode: environment,
    environmentId,
    lines: struck ?? batch.lines,
    // A retry is known by what was sent.
    ...(struck && batch.idempotencyKey !== undefined && { sent: digestOf(batch.lines) }),
    count: batch.count,
    key: batch.idempotencyKey,
    at: context.clock(),
  });
  const { first, count, async, replayed } = await orGone(context, organizationId, sessionId, appending);
  // Also for what is only on the bus so far: who writes it to the database may be a process that folds nothing
  // (`debrief-server persist`). The folding thread of this one looks after a moment, and again when that process rings.
  if (!replayed) context.bell?.ring({ organizationId, sessionId });
  return {
    answer: { sessionId, accepted: count, firstSequence: first, lastSequence: first + count - 1, async },
    replayed,
  };
}

export async function listEvents(
  context: Context,
  actor: MemberActor,
  /** `bytes`: from how many bytes on the page ends, where it has to be smaller than usual. */
  input: ListEvents & { sessionId: string; bytes?: number },
): Promise<PartlyKept<EventPage>> {
  const session = await readableSession(context, actor, input.sessionId, 'events');
  const order = input.order ?? 'asc';
  const position = input.cursor === undefined ? undefined : decodeCursor(input.cursor, ['string', 'number']);
  if (position && position[0] !== order) {
    throw new DebriefError('invalid_cursor', 'cursor belongs to the other order.');
  }
  const page = await context.log.read({
    organizationId: actor.organizationId,
    sessionId: session.sessionId,
    order,
    after: input.after ?? 0,
    position: position?.[1] as number | undefined,
    limit: Math.min(input.limit ?? limits.eventsPage.default, limits.eventsPage.max),
    bytes: input.bytes ?? limits.eventsPage.bytes,
    types: input.eventType,
  });
  const last = page.events.at(-1);
  return {
    events: page.events.map((event) => presentEvent(session.sessionId, event)),
    nextCursor: page.more && last ? encodeCursor([order, last.sequence]) : null,
  };
}

/** Type and payload are as they were stored: what is read equals what was sent (H18). */
export const presentEvent = (
  sessionId: string,
  { sequence, type, payload, at }: LoggedEvent,
): PartlyKept<SessionEvent> => ({
  sessionId,
  sequence,
  eventType: new KeptJson(type),
  payload: new KeptJson(payload),
  createdAt: iso(at),
});
