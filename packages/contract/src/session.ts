import { type Static, Type } from 'typebox';
import { SessionAccess } from './access/access.ts';
import { AgentId } from './agent.ts';
import { choice, cursor, id, instant, nextCursor, printable, several, text, timestamp } from './field.ts';
import { FindingsSummary, Severity } from './findings/finding.ts';
import { limits } from './limits.ts';
import { absolutePath, Environment } from './machine/environment.ts';
import { Installation } from './machine/installation.ts';
import { SecretEnvironment } from './machine/secret.ts';
import { ReviewStanding, ReviewState } from './review/review.ts';
import { EndedOutcome, SessionStatistics } from './statistics.ts';

export const SessionStatus = choice(['active', 'completed', 'failed']);
export type SessionStatus = Static<typeof SessionStatus>;

export const ClosedStatus = choice(['completed', 'failed']);
export type ClosedStatus = Static<typeof ClosedStatus>;

/** Where the start of a session comes from when its machine stated one. */
export const StartedAtSource = choice(
  ['record', 'file'],
  "Extension: `record` is the first record's own time; `file` is the time of the transcript file, for agents that record none.",
);
export type StartedAtSource = Static<typeof StartedAtSource>;

export const Session = Type.Object({
  sessionId: id('`ses_…`'),
  organizationId: id('`org_…`'),
  environmentId: id('`env_…`'),
  agentInstallationId: id('`ins_…`'),
  agentId: Type.String({ description: 'catalog id' }),
  status: SessionStatus,
  secretEnvironment: SecretEnvironment,
  title: Type.Optional(Type.String()),
  repoRoot: Type.Optional(Type.String()),
  gitBranch: Type.Optional(Type.String()),
  repository: Type.Optional(
    Type.String({
      description:
        'Extension: the normalised remote, else the environment and the root. Equal for all machines.',
    }),
  ),
  externalId: Type.Optional(Type.String({ description: "Extension: the agent's own session id." })),
  continuesSessionId: Type.Optional(id('Extension: the session this one goes on from.')),
  authorUserId: Type.Optional(id('Extension: the member whose machine ran it.')),
  startedAt: timestamp,
  startedAtSource: Type.Optional(StartedAtSource),
  endedAt: Type.Optional(timestamp),
  eventCount: Type.Integer({ minimum: 0 }),
  createdAt: timestamp,
  updatedAt: timestamp,
  statistics: Type.Optional(SessionStatistics),
  findings: Type.Optional(FindingsSummary),
  labels: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Extension: words of the team. On the routes of members only; absent when there are none.',
    }),
  ),
  review: Type.Optional({
    ...ReviewStanding,
    description: 'Extension: where its review stands. On the routes of members only.',
  }),
  access: Type.Optional({
    ...SessionAccess,
    description: 'Extension: on the routes of members, where it is held or the caller may not read it.',
  }),
});
export type Session = Static<typeof Session>;

export const OpenSession = Type.Object({
  environmentId: id('`env_…`'),
  agentInstallationId: id('`ins_…`'),
  agentId: Type.Optional(AgentId),
  title: Type.Optional(text(limits.title)),
  repoRoot: Type.Optional(absolutePath),
  gitBranch: Type.Optional(text(limits.branch)),
  repoRemote: Type.Optional(
    text(limits.remote, {
      description: 'Extension: the git remote of the repository; user and token in it are not kept.',
    }),
  ),
  externalId: Type.Optional(
    text(limits.externalId, { description: "Extension: the agent's own session id." }),
  ),
  continuesSessionId: Type.Optional(id('Extension: the session this one goes on from.')),
  startedAt: Type.Optional({
    ...instant,
    description: "Extension: when the session began by its machine's clock, RFC 3339. Not in the future.",
  }),
  startedAtSource: Type.Optional(StartedAtSource),
});
export type OpenSession = Static<typeof OpenSession>;

export const OpenedSession = Type.Object({ sessionId: id('`ses_…`'), session: Session });

export const RenameSession = Type.Object({ title: text(limits.givenTitle, { min: 1 }) });
export type RenameSession = Static<typeof RenameSession>;

export const SessionTitles = Type.Object({
  titles: Type.Array(
    Type.Object({
      title: Type.String(),
      givenBy: Type.Optional(id('Absent for the title it had before anybody gave it one.')),
      givenAt: timestamp,
    }),
    {
      description: `Oldest first; the last one counts. Of more than ${limits.keptTitles} the first and the newest. None when nobody has given it one.`,
    },
  ),
});
export type SessionTitles = Static<typeof SessionTitles>;

export const CompleteSession = Type.Object({
  status: Type.Optional(ClosedStatus),
  endedAt: Type.Optional(instant),
});
export type CompleteSession = Static<typeof CompleteSession>;

export const CompletedSession = Type.Object({
  sessionId: id('`ses_…`'),
  status: ClosedStatus,
  endedAt: timestamp,
});
export type CompletedSession = Static<typeof CompletedSession>;

export const SessionFact = choice(['errors', 'denials', 'edits']);
export type SessionFact = Static<typeof SessionFact>;

const hasFacts = Type.Optional(
  Type.Array(SessionFact, {
    maxItems: 3,
    description: 'Extension, repeatable: only sessions that have some.',
  }),
);

/** Which sessions to look at; the list and the search take the same. Of several values of one field any will do. */
export const sessionFilterFields = {
  has: hasFacts,
  cursor: Type.Optional(cursor),
  status: Type.Optional(several(SessionStatus, 'Repeatable (extension).')),
  agentId: Type.Optional(several(printable(64), 'Repeatable (extension).')),
  environmentId: Type.Optional(several(printable(64), 'Repeatable (extension).')),
  agentInstallationId: Type.Optional(printable(64)),
  secretEnvironment: Type.Optional(SecretEnvironment),
  repoRoot: Type.Optional(
    several(printable(limits.path), 'Extension, repeatable: exactly this folder of a repository.'),
  ),
  repository: Type.Optional(
    several(
      printable(limits.remote + limits.path),
      'Extension, repeatable: this repository, on whichever machine; as `repository` of a session.',
    ),
  ),
  author: Type.Optional(
    several(
      printable(64),
      'Extension, repeatable: only sessions of this member (`usr_…`), or `none` for those without an author.',
    ),
  ),
  outcome: Type.Optional(several(EndedOutcome, 'Extension, repeatable: only sessions that ended like this.')),
  file: Type.Optional(
    several(
      printable(limits.path),
      'Extension, repeatable: only sessions that changed this file: its name, or the end of its path (`cart/total.ts`).',
    ),
  ),
  severity: Type.Optional({
    ...Severity,
    description: 'Extension: only sessions with a finding at least this severe.',
  }),
  rule: Type.Optional(
    several(printable(64), 'Extension, repeatable: only sessions in which this rule found something.'),
  ),
  reviewState: Type.Optional(
    several(ReviewState, 'Extension, repeatable: only sessions whose review stands like this.'),
  ),
  label: Type.Optional(
    several(printable(limits.sessionLabel), 'Extension, repeatable: only sessions with this label.'),
  ),
  startedAfter: Type.Optional(instant),
  startedBefore: Type.Optional(instant),
};

export const SessionSort = choice(
  ['startedAt', 'events', 'errors', 'edits', 'tokens', 'cost', 'repository', 'author', 'risk'],
  'Extension: what comes first. Default `startedAt`. Within one `repository` or `author` the newest session comes first. `risk`: the highest severity of its findings, then how many rules found something that severe, then the newest.',
);
export type SessionSort = Static<typeof SessionSort>;

export const ListSessions = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: `Default ${limits.sessionsPage.default}; more than ${limits.sessionsPage.max} is clamped.`,
    }),
  ),
  ...sessionFilterFields,
  q: Type.Optional(text(limits.searchText, { description: 'Part of the title, any case.' })),
  sort: Type.Optional(SessionSort),
  order: Type.Optional(choice(['desc', 'asc'], 'Extension: default `desc`.')),
  totals: Type.Optional(
    choice(['true', 'false'], 'Extension: with the sums over all sessions that the filter leaves.'),
  ),
});
export type ListSessions = Static<typeof ListSessions>;

export const SessionTotals = Type.Object({
  sessions: Type.Integer({ minimum: 0 }),
  events: Type.Integer({ minimum: 0 }),
  errors: Type.Integer({ minimum: 0 }),
  edits: Type.Integer({ minimum: 0 }),
  tokens: Type.Integer({ minimum: 0 }),
  costUsd: Type.Number({ minimum: 0 }),
});
export type SessionTotals = Static<typeof SessionTotals>;

export const SessionPage = Type.Object({
  sessions: Type.Array(Session),
  nextCursor,
  totals: Type.Optional(SessionTotals),
});
export type SessionPage = Static<typeof SessionPage>;

export const SessionReview = Type.Object({
  session: Session,
  environment: Environment,
  installation: Installation,
});
export type SessionReview = Static<typeof SessionReview>;

/** Extension: where sessions ran, for a picker. */
export const RepositoryList = Type.Object({
  repositories: Type.Array(
    Type.Object({
      repoRoot: Type.String(),
      repoRemote: Type.Optional(Type.String()),
      repository: Type.String({
        description: 'What it is on every machine; several roots may have the same.',
      }),
      sessions: Type.Integer({ minimum: 1 }),
      lastStartedAt: timestamp,
    }),
    { description: 'The five hundred used last, newest first.' },
  ),
});
export type RepositoryList = Static<typeof RepositoryList>;
