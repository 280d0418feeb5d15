import { type Static, Type } from 'typebox';
import { choice, id, printable, prose, timestamp } from '../field.ts';
import { limits } from '../limits.ts';

export const holdTimes = ['none', '1h', '4h', '1d', '3d', '7d', 'released'] as const;

/** How long a session is only its author's. */
export const HoldTime = choice(
  holdTimes,
  'While a session runs and for so long afterwards only its author reads it; `released`: until somebody releases it.',
);
export type HoldTime = Static<typeof HoldTime>;

/** Whether somebody may read a session. Absent: they may, it is not held, and nobody asks for it. */
export const SessionAccess = Type.Object({
  mayRead: Type.Boolean({ description: 'False: only the record and its figures are shown, no content.' }),
  isHeld: Type.Boolean({ description: 'Its author has not shared it yet.' }),
  heldUntil: Type.Optional({
    ...timestamp,
    description: 'When that ends by itself. Absent while it runs, and when it has to be released.',
  }),
  request: Type.Optional(choice(['asked', 'refused'], 'Whether the caller has asked for access.')),
  asking: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'On one session, for its author and admins: how many ask to read it.',
    }),
  ),
});
export type SessionAccess = Static<typeof SessionAccess>;

/** Who reads the sessions of one repository, where that differs. */
export const RepositoryAccess = Type.Object({
  repository: {
    ...printable(limits.path),
    description: 'Its remote as git has it, or `repository` of a session.',
  },
  visibility: choice(
    ['organization', 'reviewers', 'members'],
    '`members`: the members of a list, besides author, reviewers and admins.',
  ),
  members: Type.Array(id('`usr_…`'), { maxItems: limits.accessMembers, description: 'With `members`.' }),
  hold: HoldTime,
});
export type RepositoryAccess = Static<typeof RepositoryAccess>;

/** Who reads sessions, and when. Admins read all of them but those that are held. */
export const AccessPolicy = Type.Object({
  visibility: choice(
    ['organization', 'reviewers'],
    '`reviewers`: the author, whoever is asked to review a session, and admins.',
  ),
  hold: HoldTime,
  repositories: Type.Array(RepositoryAccess, { maxItems: limits.policyRepositories }),
});
export type AccessPolicy = Static<typeof AccessPolicy>;

export const AccessPolicyAnswer = Type.Object({
  policy: AccessPolicy,
  ownHold: { ...HoldTime, description: 'How long the caller holds their own sessions, at least.' },
});
export type AccessPolicyAnswer = Static<typeof AccessPolicyAnswer>;

export const SetHold = Type.Object({ hold: HoldTime });
export type SetHold = Static<typeof SetHold>;

export const ReleaseSession = Type.Object({
  reason: Type.Optional(
    prose(limits.reason, 'Needed of an admin who is not the author: it is told to the author.'),
  ),
});
export type ReleaseSession = Static<typeof ReleaseSession>;

/** How a session stands for whoever holds or releases it. */
export const HeldSession = Type.Object({
  sessionId: id('`ses_…`'),
  isHeld: Type.Boolean(),
  heldUntil: Type.Optional(timestamp),
});
export type HeldSession = Static<typeof HeldSession>;

export const AccessRequest = Type.Object({
  userId: id('`usr_…`'),
  state: choice(['asked', 'granted', 'refused']),
  askedAt: timestamp,
  decidedBy: Type.Optional(id('`usr_…`')),
  decidedAt: Type.Optional(timestamp),
});
export type AccessRequest = Static<typeof AccessRequest>;

export const AccessRequestList = Type.Object({ requests: Type.Array(AccessRequest) });
export type AccessRequestList = Static<typeof AccessRequestList>;

export const AccessRequestAnswer = Type.Object({ request: AccessRequest });
export type AccessRequestAnswer = Static<typeof AccessRequestAnswer>;

export const DecideAccess = Type.Object({
  granted: Type.Boolean({ description: 'False also takes back what was granted.' }),
});
export type DecideAccess = Static<typeof DecideAccess>;
