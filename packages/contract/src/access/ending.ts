import { type Static, Type } from 'typebox';
import { choice, id, timestamp } from '../field.ts';
import { limits } from '../limits.ts';

/** Extension: the deletion of an organization by its owner, and its receipt. It holds ids and times, and no name. */
export const Ending = Type.Object({
  endingId: id('`end_…`: whoever has it reads the receipt.'),
  organizationId: id('`org_…`'),
  state: choice(['waiting', 'withdrawn', 'ended']),
  askedBy: id('`usr_…` of the owner.'),
  askedAt: timestamp,
  closesAt: { ...timestamp, description: 'When all of it is deleted; until then an owner takes it back.' },
  withdrawnBy: Type.Optional(id('`usr_…`; absent where a legal hold was in force at the end.')),
  withdrawnAt: Type.Optional(timestamp),
  sessions: Type.Integer({ minimum: 0, description: 'How many were there when it was deleted.' }),
  endedAt: Type.Optional(timestamp),
});
export type Ending = Static<typeof Ending>;

export const EndingAnswer = Type.Object({ ending: Type.Optional(Ending) });
export type EndingAnswer = Static<typeof EndingAnswer>;

export const AskEnding = Type.Object({
  name: Type.String({ maxLength: limits.name, description: 'The name of the organization, as it is.' }),
});
export type AskEnding = Static<typeof AskEnding>;
