import { type Static, Type } from 'typebox';
import { choice } from './field.ts';

export const StreamEvents = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Sequence, exclusive; a Last-Event-ID header, which a reconnecting client sends, wins.',
    }),
  ),
  content: Type.Optional(
    choice(
      ['events', 'entries', 'all'],
      'What is told of: events as they arrive (the default), entries of the transcript as they are folded, or both.',
    ),
  ),
  entriesAfter: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        '`foldedTo` of what the client has. Default: `after`. With `content=entries` a Last-Event-ID header wins.',
    }),
  ),
  reviewAfter: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: '`version` of the threads and the review that the client has. Default: what they are now.',
    }),
  ),
});
export type StreamEvents = Static<typeof StreamEvents>;

/** Extension: server-sent events. */
export const EventStream = Type.String({
  description:
    'Messages `event` (id: the sequence; data: an event as in route 26) and `session` (data: the session record, ' +
    'at the start and whenever its status or statistics change), `entries` (when asked for; data: `foldedTo`, `entries` with ' +
    'lane, index and entry of each that is new, completed or retracted, and `isWhole`, which is false when there were too ' +
    'many to be sent: read them anew then), `thread` (data: `version` and `thread`, with those of its comments that are ' +
    'new or changed), `review` (data: the review as on its route, when something was said or its state changed), ' +
    'comments as heartbeats. Ends by itself after a ' +
    'while: reconnect with the last id.',
});
