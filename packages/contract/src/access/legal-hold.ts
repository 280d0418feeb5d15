import { type Static, Type } from 'typebox';
import { choice, id, instant, printable, prose, timestamp } from '../field.ts';
import { limits } from '../limits.ts';

export const legalHoldKinds = ['session', 'repository', 'member'] as const;

const kind = choice(
  legalHoldKinds,
  'What is kept: one session, those of a repository, or those of a member.',
);

/** Extension: sessions that nobody deletes or takes words out of until it ends. */
export const LegalHold = Type.Object({
  legalHoldId: id('`lgh_…`'),
  kind,
  subject: Type.String({ description: '`ses_…`, `repository` of sessions, or `usr_…`.' }),
  label: Type.Optional(
    Type.String({ description: 'Of a member: the address at the time, also when they have left.' }),
  ),
  reason: Type.String(),
  state: choice(
    ['active', 'lift_asked', 'lifted', 'expired'],
    '`lift_asked`: one admin wants to lift it, another one has to agree.',
  ),
  sessions: Type.Integer({ minimum: 0, description: 'How many sessions it keeps now.' }),
  setBy: id('`usr_…`'),
  setAt: timestamp,
  until: { ...timestamp, description: 'When it ends by itself.' },
  liftAskedBy: Type.Optional(id('`usr_…`')),
  liftAskedAt: Type.Optional(timestamp),
  liftedBy: Type.Optional(id('`usr_…`: the second admin.')),
  liftedAt: Type.Optional(timestamp),
});
export type LegalHold = Static<typeof LegalHold>;

export const LegalHoldList = Type.Object({
  legalHolds: Type.Array(LegalHold, {
    description: `The latest first, ${limits.legalHolds} at most; those in force before those that are over.`,
  }),
});
export type LegalHoldList = Static<typeof LegalHoldList>;

export const SetLegalHold = Type.Object({
  kind,
  subject: {
    ...printable(limits.path),
    description:
      '`ses_…`, a repository (its remote as git has it, or `repository` of a session), or `usr_…`.',
  },
  reason: prose(limits.reason, 'Read by admins.'),
  until: {
    ...instant,
    description: `When it ends by itself: from tomorrow on, ${limits.legalHoldDays} days from now at most.`,
  },
});
export type SetLegalHold = Static<typeof SetLegalHold>;

export const LiftLegalHold = Type.Object({
  agreed: Type.Boolean({
    description: 'True asks to lift it, or agrees when another admin has asked. False: it stays.',
  }),
});
export type LiftLegalHold = Static<typeof LiftLegalHold>;
