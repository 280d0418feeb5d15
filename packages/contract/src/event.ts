import { type Static, Type } from 'typebox';
import { choice, cursor, id, nextCursor, printable, timestamp } from './field.ts';
import { limits } from './limits.ts';

export const SubmittedEvent = Type.Object({
  eventType: printable(limits.eventType),
  payload: Type.Optional(
    Type.Unknown({ description: `Any JSON value, at most ${limits.payloadBytes} bytes; {} when absent.` }),
  ),
});
export type SubmittedEvent = Static<typeof SubmittedEvent>;

export const AppendEvents = Type.Object({
  events: Type.Array(SubmittedEvent, { minItems: 1, maxItems: limits.eventsPerBatch }),
  idempotencyKey: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.idempotencyKey,
      pattern: '^[\\x21-\\x7e]+$',
      description: 'Alternative to the Idempotency-Key header, which wins.',
    }),
  ),
});
export type AppendEvents = Static<typeof AppendEvents>;

export const AppendedEvents = Type.Object({
  sessionId: id('`ses_…`'),
  accepted: Type.Integer(),
  firstSequence: Type.Integer(),
  lastSequence: Type.Integer(),
  async: Type.Boolean(),
});
export type AppendedEvents = Static<typeof AppendedEvents>;

export const SessionEvent = Type.Object({
  sessionId: id('`ses_…`'),
  sequence: Type.Integer({ minimum: 1 }),
  eventType: Type.String(),
  payload: Type.Unknown(),
  createdAt: timestamp,
});
export type SessionEvent = Static<typeof SessionEvent>;

export const ListEvents = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `Default ${limits.eventsPage.default}; more than ${limits.eventsPage.max} is clamped.`,
    }),
  ),
  cursor: Type.Optional(cursor),
  after: Type.Optional(Type.Integer({ minimum: 0, description: 'Sequence, exclusive.' })),
  order: Type.Optional(choice(['asc', 'desc'])),
  eventType: Type.Optional(
    Type.Array(printable(limits.eventType), {
      maxItems: 50,
      description: 'Repeatable.',
    }),
  ),
});
export type ListEvents = Static<typeof ListEvents>;

export const EventPage = Type.Object({ events: Type.Array(SessionEvent), nextCursor });
export type EventPage = Static<typeof EventPage>;
