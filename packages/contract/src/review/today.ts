import { type Static, Type } from 'typebox';
import { asIs, choice, id, prose, text, timestamp } from '../field.ts';
import { FindingsSummary } from '../findings/finding.ts';
import { limits } from '../limits.ts';
import { SecretEnvironment } from '../machine/secret.ts';
import { SessionStatus, sessionFilterFields } from '../session.ts';
import { OutcomeKind } from '../statistics.ts';
import { QueueOrder } from './queue.ts';
import { AttentionReason, Reservation, ReviewStanding } from './review.ts';

/** What the sessions of a group have in common. */
export const GroupKind = choice(
  ['finding', 'failure', 'large', 'repository', 'day', 'clean', 'running', 'sample'],
  '`finding`: the same rule found something of high or medium severity, most severe first. `failure`: they failed for the same reason. `large`: many lines changed. `repository`, `day`: neither; the same repository, or the same author on the same day. `clean`: they finished, and nothing above low severity was found. `running`: not over. `sample`: samples, and what was captured with a test secret; always last.',
);
export type GroupKind = Static<typeof GroupKind>;

export const GroupBy = choice(
  ['kind', 'repository', 'author'],
  'Default `kind`. `repository` and `author` put all sessions together by nothing else.',
);
export type GroupBy = Static<typeof GroupBy>;

const { cursor: _, ...filters } = sessionFilterFields;

export const GetToday = Type.Object({
  ...filters,
  group: Type.Optional(GroupBy),
  order: Type.Optional({ ...QueueOrder, description: 'Within a group. Default `risk`.' }),
});
export type GetToday = Static<typeof GetToday>;

const count = Type.Integer({ minimum: 0 });

/** A session as triage needs it: what it was, how large, what was found, and who has it. */
export const TodayItem = Type.Object({
  sessionId: id('`ses_…`'),
  title: Type.Optional(Type.String()),
  agentId: Type.String(),
  status: SessionStatus,
  secretEnvironment: SecretEnvironment,
  repository: Type.Optional(Type.String()),
  repoRoot: Type.Optional(Type.String()),
  authorUserId: Type.Optional(id('`usr_…`')),
  startedAt: timestamp,
  endedAt: Type.Optional(timestamp),
  events: count,
  edits: count,
  errors: count,
  lines: Type.Integer({ minimum: 0, description: 'Added and removed.' }),
  costUsd: Type.Optional(Type.Number({ minimum: 0 })),
  outcome: Type.Optional(OutcomeKind),
  findings: Type.Optional(FindingsSummary),
  review: ReviewStanding,
  labels: Type.Optional(Type.Array(Type.String())),
  turn: Type.Array(AttentionReason, { description: 'Why it is your turn.' }),
  why: Type.Optional(
    Type.String({ description: 'Rotation has asked you about it: a sentence that says why you.' }),
  ),
  reservation: Type.Optional(Reservation),
  seen: Type.Boolean({ description: 'Whether you have opened it. Nobody else is told.' }),
});
export type TodayItem = Static<typeof TodayItem>;

export const TodayGroup = Type.Object({
  kind: GroupKind,
  key: Type.String({ description: 'The rule, the reason, the repository, or author and day.' }),
  name: Type.Optional(Type.String({ description: 'What the finding or the failure is.' })),
  authorUserId: Type.Optional(id('With `day`.')),
  sessions: count,
  people: Type.Integer({ minimum: 0, description: 'How many authors they have.' }),
  events: count,
  edits: count,
  costUsd: Type.Number({ minimum: 0 }),
  items: Type.Array(TodayItem),
});
export type TodayGroup = Static<typeof TodayGroup>;

export const TodayAnswer = Type.Object({
  groups: Type.Array(TodayGroup),
  sessions: Type.Integer({ minimum: 0, description: 'In all groups.' }),
  isWhole: Type.Boolean({
    description: `False when more are open than the ${limits.todaySessions} that are looked at in the order asked for.`,
  }),
  turn: Type.Integer({ minimum: 0, description: 'How many sessions wait for you, up to 100.' }),
  settled: Type.Object(
    { sessions: count, costUsd: Type.Number({ minimum: 0 }), since: timestamp },
    {
      description:
        'Sessions of the last day, of the newest 2 000, that the policy asks nobody to read: no person has.',
    },
  ),
});
export type TodayAnswer = Static<typeof TodayAnswer>;

/** One deed about many sessions. */
export const ManyDeed = choice(
  ['settle', 'follow_up', 'ask', 'assign', 'label', 'unlabel'],
  '`settle`: accept to their end. `follow_up`: ask for one, with the words. `ask`: a question to the author, about the session as a whole. `assign`: ask a member to review. `label`, `unlabel`: put a word of the team on them, or take it off.',
);
export type ManyDeed = Static<typeof ManyDeed>;

export const DoMany = Type.Object({
  deed: ManyDeed,
  sessionIds: Type.Array(id('`ses_…`'), {
    minItems: 1,
    maxItems: limits.deedSessions,
    uniqueItems: true,
  }),
  body: Type.Optional(prose(limits.reviewBody, 'Markdown; with `ask` and `follow_up`, where it is needed.')),
  userId: Type.Optional(id('`usr_…`; with `assign`, where it is needed.')),
  label: Type.Optional(
    text(limits.sessionLabel, { description: 'With `label` and `unlabel`, where it is needed.' }),
  ),
  asIs,
});
export type DoMany = Static<typeof DoMany>;

/** Why nothing was done about a session. */
export const Refusal = choice(
  ['gone', 'yours', 'running', 'unopened', 'not_read', 'no_author', 'limit', 'not_allowed'],
  '`unopened`: something severe was found in it, and you have not opened it. `not_read`: the policy wants a share of files and claims to be ticked first. `no_author`: the policy wants somebody else to accept, and nobody is known as the author.',
);
export type Refusal = Static<typeof Refusal>;

export const ManyAnswer = Type.Object({
  done: Type.Array(id('`ses_…`')),
  refused: Type.Array(Type.Object({ sessionId: id('`ses_…`'), reason: Refusal, message: Type.String() })),
});
export type ManyAnswer = Static<typeof ManyAnswer>;

export const PutBackAnswer = Type.Object({
  released: Type.Boolean({ description: 'False when you did not hold it.' }),
});
export type PutBackAnswer = Static<typeof PutBackAnswer>;

/** Extension: the words a team has on its sessions. */
export const LabelList = Type.Object({
  labels: Type.Array(Type.Object({ label: Type.String(), sessions: Type.Integer({ minimum: 1 }) }), {
    description: `By name, the first ${limits.labelsListed}.`,
  }),
});
export type LabelList = Static<typeof LabelList>;
