import {
  type AppendEvents,
  type AppendedEvents,
  DebriefError,
  type ListEvents,
  limits,
  type SubmittedEvent,
} from '@debrief/contract';
import type { MemberActor, SecretActor } from './actor.ts';
import type { Context } from './context.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { isId } from './id.ts';
import type { LoggedEvent } from './ports.ts';
import { iso } from './present.ts';
import { findSession, sessionNotFound } from './session.ts';

/**
 * A batch as it is stored: one line an event, the type and the payload as JSON with a tab between. JSON.stringify
 * never writes a raw tab or newline, so a page is cut out of it again without parsing a payload.
 */
export function encodeEvents(events: readonly SubmittedEvent[]): Buffer {
  let lines = '';
  for (const [index, event] of events.entries()) {
    const payload = event.payload === undefined ? '{}' : JSON.stringify(event.payload);
    // A string takes at most three bytes a UTF-16 unit, so short ones need no counting.
    if (payload.length * 3 > limits.payloadBytes && Buffer.byteLength(payload) > limits.payloadBytes) {
      throw new DebriefError(
        'payload_too_large',
        `events[${index}].payload takes more than ${limits.payloadBytes} bytes.`,
      );
    }
    lines += `${JSON.stringify(event.eventType)}\t${payload}\n`;
  }
  return Buffer.from(lines);
}

export async function appendEvents(
  context: Context,
  actor: SecretActor,
  input: AppendEvents & { sessionId: string },
): Promise<{ answer: AppendedEvents; replayed: boolean }> {
  const { sessionId, events, idempotencyKey } = input;
  const lines = encodeEvents(events);
  if (!isId('ses', sessionId)) throw sessionNotFound();
  const appended = await context.log.append({
    organizationId: actor.organizationId,
    sessionId,
    lines,
    count: events.length,
    key: idempotencyKey,
    at: context.clock(),
  });
  const { first, count, async, replayed } = appended;
  if (!replayed) context.bell?.ring({ organizationId: actor.organizationId, sessionId });
  return {
    answer: { sessionId, accepted: count, firstSequence: first, lastSequence: first + count - 1, async },
    replayed,
  };
}

/** A page, its events still as the JSON text they are stored as. */
export interface EventTextPage {
  events: string[];
  nextCursor: string | null;
}

export async function listEvents(
  context: Context,
  actor: MemberActor,
  input: ListEvents & { sessionId: string },
): Promise<EventTextPage> {
  const session = await findSession(context, actor.organizationId, input.sessionId);
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
    limit: Math.min(input.limit ?? limits.eventsPage.usual, limits.eventsPage.most),
    bytes: limits.eventsPage.bytes,
    types: input.eventType,
  });
  const last = page.events.at(-1);
  return {
    events: page.events.map((event) => eventText(session.sessionId, event)),
    nextCursor: page.more && last ? encodeCursor([order, last.sequence]) : null,
  };
}

/** Payload and type are spliced in as the text they were stored as: read = sent (P-6), and nothing is parsed. */
export const eventText = (sessionId: string, event: LoggedEvent): string =>
  `{"sessionId":"${sessionId}","sequence":${event.sequence},"eventType":${event.type},` +
  `"payload":${event.payload},"createdAt":"${iso(event.at)}"}`;
