import { type Static, Type } from 'typebox';
import { choice, id, prose, timestamp } from '../field.ts';
import { limits } from '../limits.ts';

export const leavingChoices = ['keep', 'anonymise', 'delete'] as const;
export const LeavingChoice = choice(
  leavingChoices,
  'What becomes of their sessions: they stay as they are (default), stay without an author, or are deleted.',
);
export type LeavingChoice = Static<typeof LeavingChoice>;

export const RemoveMember = Type.Object({ sessions: Type.Optional(LeavingChoice) });
export type RemoveMember = Static<typeof RemoveMember>;

const counted = (description: string) => Type.Integer({ minimum: 0, description });

/** Extension: what is to become of what is stored of a member: they ask for it, or an admin says so who removes them. */
export const DataRequest = Type.Object({
  requestId: id('`drq_…`'),
  userId: id('`usr_…` whose sessions they are.'),
  kind: choice(['delete', 'anonymise']),
  isLeaving: Type.Boolean({ description: 'True: an admin said so who removed the member.' }),
  state: choice(
    ['asked', 'withdrawn', 'refused', 'granted', 'done'],
    '`granted`: under way, or waiting until legal holds on what is left have ended.',
  ),
  reason: Type.Optional(Type.String({ description: 'Why the member asks.' })),
  askedBy: id('`usr_…`'),
  askedAt: timestamp,
  decidedBy: Type.Optional(id('`usr_…` of the admin.')),
  decidedAt: Type.Optional(timestamp),
  answer: Type.Optional(Type.String({ description: 'What the admin says to it.' })),
  left: counted('Sessions it is about that are still there.'),
  sessions: counted('Sessions that were deleted, or lost their author.'),
  comments: counted('Comments that were deleted.'),
  kept: counted('Sessions that a legal hold keeps.'),
  endedAt: Type.Optional(timestamp),
});
export type DataRequest = Static<typeof DataRequest>;

export const DataRequestList = Type.Object({
  requests: Type.Array(DataRequest, {
    description: `The latest first, ${limits.dataRequestsListed} at most: one's own; for admins all of them.`,
  }),
});
export type DataRequestList = Static<typeof DataRequestList>;

export const AskDeletion = Type.Object({
  reason: Type.Optional(prose(limits.reason, 'Read by admins.')),
});
export type AskDeletion = Static<typeof AskDeletion>;

export const DecideDataRequest = Type.Object({
  granted: Type.Boolean({ description: 'A refusal needs an `answer`.' }),
  answer: Type.Optional(prose(limits.reason, 'Read by who asked.')),
});
export type DecideDataRequest = Static<typeof DecideDataRequest>;
