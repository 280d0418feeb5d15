import { type Static, Type } from 'typebox';

export const StreamEvents = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Sequence, exclusive; a Last-Event-ID header, which a reconnecting client sends, wins.',
    }),
  ),
});
export type StreamEvents = Static<typeof StreamEvents>;

/** Extension: server-sent events. */
export const EventStream = Type.String({
  description:
    'Messages `event` (id: the sequence; data: an event as in route 26) and `session` (data: the session record, ' +
    'at the start and whenever its status or statistics change), comments as heartbeats. Ends by itself after a ' +
    'while: reconnect with the last id.',
});
