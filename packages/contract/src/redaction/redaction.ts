import { type Static, Type } from 'typebox';
import { ErasureRemains } from '../access/erasure.ts';
import { choice, id, prose, timestamp } from '../field.ts';
import { limits } from '../limits.ts';

/** A string of an event's payload, or a part of it. */
export const RedactionTarget = Type.Object({
  sequence: Type.Integer({ minimum: 1 }),
  pointer: Type.String({
    maxLength: limits.path,
    description: 'JSON Pointer (RFC 6901) from the payload to a string, such as `/message/content`.',
  }),
  range: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0 }), {
      minItems: 2,
      maxItems: 2,
      description: 'From and to (exclusive) in UTF-16 units; absent for all of it.',
    }),
  ),
});
export type RedactionTarget = Static<typeof RedactionTarget>;

const wanted = {
  text: Type.Optional(
    Type.String({
      minLength: 4,
      maxLength: limits.redactionText,
      description: 'Taken out wherever it stands in the session, letter by letter. Either this or `targets`.',
    }),
  ),
  targets: Type.Optional(Type.Array(RedactionTarget, { minItems: 1, maxItems: limits.redactionTargets })),
};

export const WantedRedaction = Type.Object(wanted);
export type WantedRedaction = Static<typeof WantedRedaction>;

export const RedactSession = Type.Object({
  ...wanted,
  reason: prose(limits.reason, 'Read by everybody who reads the session; never with the words themselves.'),
});
export type RedactSession = Static<typeof RedactSession>;

const count = Type.Integer({ minimum: 0, description: 'How often words are taken out.' });

/** Extension: what a redaction would take out. */
export const RedactionPreview = Type.Object({
  count,
  events: Type.Integer({ minimum: 0, description: 'How many events have them.' }),
  kept: Type.Integer({
    minimum: 0,
    description: 'How often they stay, because a record is read by them: its type, role or kind.',
  }),
  places: Type.Array(
    Type.Object({ sequence: Type.Integer({ minimum: 1 }), count: Type.Integer({ minimum: 1 }) }),
    { description: `The first ${limits.redactionPlaces}.` },
  ),
  remains: Type.Array(ErasureRemains, { description: 'Where they may still lie afterwards.' }),
});
export type RedactionPreview = Static<typeof RedactionPreview>;

/** Extension: words that were taken out of a session after the fact; who, when, why and where, never the words. */
export const Redaction = Type.Object({
  redactionId: id('`red_…`'),
  sessionId: id('`ses_…`'),
  state: choice(
    ['redacting', 'redacted'],
    '`redacting` until nothing of it is left anywhere the server reaches.',
  ),
  requestedBy: id('`usr_…`'),
  requestedAt: timestamp,
  reason: Type.String(),
  count,
  sequences: Type.Array(Type.Integer({ minimum: 1 }), {
    description: `The events they were in; the first ${limits.redactionSequences}.`,
  }),
  rewrittenAt: Type.Optional({ ...timestamp, description: 'When nobody could read them any more.' }),
  erasedAt: Type.Optional({ ...timestamp, description: 'When their bytes were gone, too.' }),
  remains: Type.Array(ErasureRemains),
});
export type Redaction = Static<typeof Redaction>;

export const RedactionList = Type.Object({
  redactions: Type.Array(Redaction, { description: `The latest first, ${limits.redactionsListed} at most.` }),
});
export type RedactionList = Static<typeof RedactionList>;

/** Words of a session that look like a secret. They are in this answer alone, for who may take them out. */
export const FoundSecret = Type.Object({
  rule: Type.String({ description: 'By what it was recognised.' }),
  words: Type.String(),
  sequence: Type.Integer({ minimum: 1, description: 'The first event that has it.' }),
  count: Type.Integer({ minimum: 1, description: 'How often it was recognised.' }),
});
export type FoundSecret = Static<typeof FoundSecret>;

export const FoundSecretList = Type.Object({
  secrets: Type.Array(FoundSecret, { description: `Each once, ${limits.secretsListed} at most.` }),
  isComplete: Type.Boolean({
    description: 'False: there may be more; the look took too long, or found too many.',
  }),
});
export type FoundSecretList = Static<typeof FoundSecretList>;
