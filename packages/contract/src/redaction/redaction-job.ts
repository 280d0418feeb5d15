import { type Static, Type } from 'typebox';
import { choice, id, prose, timestamp } from '../field.ts';
import { limits } from '../limits.ts';

const counted = (description: string) => Type.Integer({ minimum: 0, description });

/** Extension: words that are taken out of many sessions; who, when, why and how far it is, never the words. */
export const RedactionJob = Type.Object({
  jobId: id('`rdj_…`'),
  state: choice(
    ['looking', 'looked', 'redacting', 'redacted', 'cancelled'],
    '`looking` and `looked`: nothing is changed yet. `redacting` until nothing is left anywhere the server reaches.',
  ),
  of: choice(
    ['own', 'organization'],
    '`organization`: an admin asked, so every session that they may read; else those of whoever asked.',
  ),
  requestedBy: id('`usr_…`'),
  requestedAt: timestamp,
  reason: Type.Optional(Type.String()),
  total: counted('How many sessions are looked through.'),
  looked: counted('How many of them were, so far.'),
  sessions: counted('How many have the words; with `redacting` those they are taken out of.'),
  places: counted('How often they stand in events.'),
  held: counted('Sessions that whoever asked may not read: the words stay in them.'),
  kept: counted('Sessions that have the words and that a legal hold keeps: they stay in them.'),
  found: Type.Array(Type.Object({ sessionId: id('`ses_…`'), count: Type.Integer({ minimum: 0 }) }), {
    description: `The first ${limits.redactionJobFound} that have them, as far as the caller may read them.`,
  }),
  finishedAt: Type.Optional(timestamp),
});
export type RedactionJob = Static<typeof RedactionJob>;

export const RedactionJobList = Type.Object({
  jobs: Type.Array(RedactionJob, {
    description: `The latest first, ${limits.redactionsListed} at most: one's own, and for admins those of everybody.`,
  }),
});
export type RedactionJobList = Static<typeof RedactionJobList>;

export const LookForWords = Type.Object({
  text: Type.String({
    minLength: 4,
    maxLength: limits.redactionText,
    description: 'Looked for wherever it stands, letter by letter.',
  }),
});
export type LookForWords = Static<typeof LookForWords>;

export const ConfirmRedaction = Type.Object({
  reason: prose(
    limits.reason,
    'Read by everybody who reads one of the sessions; never with the words themselves.',
  ),
});
export type ConfirmRedaction = Static<typeof ConfirmRedaction>;
