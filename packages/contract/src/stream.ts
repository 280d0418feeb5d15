import { type Static, Type } from 'typebox';
import { SessionEvent } from './event.ts';
import { choice, timestamp } from './field.ts';
import { TranscriptEntry } from './reading/entry.ts';
import { SessionReviewDetail } from './review/review.ts';
import { Thread } from './review/thread.ts';
import { closed } from './route.ts';
import { Session } from './session.ts';

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
    '`gone`, `left` or `unshared` as its last (the session was deleted, the reader is no member, or may not read it any more), ' +
    'comments as heartbeats. Ends by itself after a ' +
    'while: reconnect with the last id.',
});

const count = Type.Integer({ minimum: 0 });

/** What the messages of both streams hold, by their name; nothing else is sent. */
export const streamMessages = closed({
  event: SessionEvent,
  session: Session,
  entries: Type.Object({
    foldedTo: count,
    isWhole: Type.Boolean(),
    entries: Type.Array(Type.Object({ lane: count, index: count, entry: TranscriptEntry })),
  }),
  thread: Type.Object({ version: count, thread: Thread }),
  review: SessionReviewDetail,
  inbox: Type.Object({ unread: count, latestAt: Type.Optional(timestamp) }),
  /** The session was deleted; the membership of the reader has ended; they may not read the session any more. */
  gone: Type.Object({}),
  left: Type.Object({}),
  unshared: Type.Object({}),
});
export type StreamMessages = { [Name in keyof typeof streamMessages]: Static<(typeof streamMessages)[Name]> };
