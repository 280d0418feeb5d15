import { type Static, Type } from 'typebox';
import { choice, id, timestamp } from '../field.ts';
import { limits } from '../limits.ts';
import { AccessPolicy, HoldTime } from './access.ts';
import { RetentionPolicy } from './retention.ts';

const counted = (description: string) => Type.Integer({ minimum: 0, description });

/** Extension: the settings in force that decide what is recorded of whom, who reads it and for how long. */
export const Privacy = Type.Object({
  policy: AccessPolicy,
  ownHold: { ...HoldTime, description: 'How long the caller holds their own sessions, at least.' },
  retentionDays: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Absent: sessions are kept until somebody deletes them.' }),
  ),
  retention: {
    ...RetentionPolicy,
    description: 'What the organization says itself; it takes the place of `retentionDays`.',
  },
  sendsMail: Type.Boolean({ description: 'Whether members are told of sessions by mail.' }),
  people: Type.Object({
    members: counted('How many belong to the organization.'),
    admins: counted('How many of them are admins or owners.'),
  }),
  legalHolds: Type.Object({
    inForce: counted('Of the whole organization.'),
    mine: counted('Of them those on the caller.'),
  }),
  endpoints: Type.Object({
    active: counted('Programs and chats that are told what happens.'),
    withTitles: counted('Those of them that are told titles of sessions.'),
  }),
  traces: choice(
    ['none', 'ids', 'words'],
    'What a collector of the operator is sent of sessions that ended (OTEL_EXPORTER_OTLP_ENDPOINT).',
  ),
  mine: Type.Object({
    sessions: counted('Sessions of which the caller is the author.'),
    machines: counted('Machines that are theirs.'),
  }),
  redactions: Type.Array(
    Type.Object({
      sessionId: id('`ses_…`'),
      requestedBy: id('`usr_…`'),
      requestedAt: timestamp,
      reason: Type.String(),
      count: counted('How often words were taken out.'),
    }),
    {
      description: `What was taken out after the fact, the latest ${limits.redactionsListed}, of sessions that the caller may read.`,
    },
  ),
});
export type Privacy = Static<typeof Privacy>;
