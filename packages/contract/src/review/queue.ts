import { type Static, Type } from 'typebox';
import { choice, cursor, id, nextCursor, printable } from '../field.ts';
import { limits } from '../limits.ts';
import { Session } from '../session.ts';
import { Attention, Reservation, ReviewState } from './review.ts';

/** `turn`: what I hold, and what waits for me. `open`: what is not done. `done`: what enough members have accepted. */
export const QueueTab = choice(['turn', 'open', 'done']);
export type QueueTab = Static<typeof QueueTab>;

export const QueueOrder = choice(['risk', 'waiting', 'newest']);
export type QueueOrder = Static<typeof QueueOrder>;

const filterFields = {
  state: Type.Optional(ReviewState),
  assignee: Type.Optional({ ...printable(64), description: '`me`, `none` or `usr_…`.' }),
  author: Type.Optional({ ...printable(64), description: '`me`, `none` or `usr_…`.' }),
  agentId: Type.Optional(printable(64)),
  repoRoot: Type.Optional({ ...printable(limits.path), description: 'Exactly this repository.' }),
  order: Type.Optional({
    ...QueueOrder,
    description:
      'Default `risk`: what was found first, by how much it matters, then what has waited longest.',
  }),
};

export const ListReviews = Type.Object({
  tab: Type.Optional({ ...QueueTab, description: 'Default `open`.' }),
  ...filterFields,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `Default ${limits.queuePage.default}; more than ${limits.queuePage.max} is clamped.`,
    }),
  ),
  cursor: Type.Optional(cursor),
});
export type ListReviews = Static<typeof ListReviews>;

/** A session with the state of its review, who is expected to act, and who has it in hand. */
export const QueueItem = Type.Object({
  session: Session,
  attention: Type.Array(Attention),
  reservation: Type.Optional(Reservation),
  why: Type.Optional(
    Type.String({ description: 'Rotation has asked you about it: a sentence that says why you.' }),
  ),
  waitingSince: Type.String({ format: 'date-time' }),
});
export type QueueItem = Static<typeof QueueItem>;

export const QueuePage = Type.Object({
  items: Type.Array(QueueItem),
  nextCursor,
  turn: Type.Integer({ minimum: 0, description: 'How many sessions wait for me, up to 100.' }),
});
export type QueuePage = Static<typeof QueuePage>;

export const TakeNext = Type.Object({
  ...filterFields,
  besides: Type.Optional(
    Type.Array(id('`ses_…`'), {
      maxItems: limits.takenBefore,
      description: 'Sessions that you hold and go on from: otherwise those come first.',
    }),
  ),
});
export type TakeNext = Static<typeof TakeNext>;

export const NextAnswer = Type.Object({
  item: Type.Optional({ ...QueueItem, description: 'Absent when nothing is left to take.' }),
});
export type NextAnswer = Static<typeof NextAnswer>;
