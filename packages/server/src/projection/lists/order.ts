import type { StoredJudgement } from '../findings/judgement.ts';
import type { Subject } from '../port.ts';

/**
 * What lists are ordered and filtered by, all of it in the row of a session's statistics: an order over two tables would
 * have to read and sort every session. What is copied from the record never changes while the session is folded, or the
 * session is folded again when it does (its end).
 */
export const listedColumns = (int: string): string => `
    started_at ${int} not null default 0,
    waiting_since ${int} not null default 0,
    is_history integer not null default 0,
    agent_id text not null default '',
    environment_id text not null default '',
    secret_environment text not null default '',
    repo_root text,
    repository text,
    events ${int} not null default 0,
    -- The highest severity and how many rules found something that severe; findings of a severity above low.
    risk ${int} not null default 0,
    noteworthy ${int} not null default 0,
    -- The risk, and within one risk the start: one number below 2^53.
    risk_order ${int} generated always as (risk * 10000000000000 + started_at) stored,`;

/** What most lists are filtered by: a second condition is checked in the index. */
const filters =
  'agent_id, environment_id, repo_root, secret_environment, errors, denials, edits, risk, outcome';

const sorted = ['started_at', 'events', 'errors', 'edits', 'tokens', 'cost', 'risk_order'];
const asked = ['errors', 'denials', 'edits', 'risk'];

/**
 * One index for each order, read either way, and one in the order of starts for each fact that sessions are picked by.
 * Each has the start: files that a session changed are looked up by it, also of those that are not on the page.
 */
export const listedIndexes = (table: string): string =>
  [
    ...sorted.map(
      (column) =>
        `create index statistics_by_${column} on ${table} (organization_id, ${column}, session_id,
          ${column === 'started_at' ? '' : 'started_at, '}${filters})`,
    ),
    ...asked.map(
      (column) =>
        `create index statistics_with_${column} on ${table} (organization_id, started_at, session_id, ${filters})
          where ${column} > 0`,
    ),
    `create index statistics_by_outcome on ${table} (organization_id, outcome, started_at, session_id, ${filters})`,
    // The queue: what was found and when, imported history apart, which would be walked past at each call.
    `create index statistics_waiting on ${table} (organization_id, is_history, risk desc, waiting_since, session_id) where risk > 0`,
    `create index statistics_waiting_since on ${table} (organization_id, is_history, waiting_since, session_id, risk) where risk > 0`,
    `create index statistics_repository on ${table} (organization_id, repository)`,
  ].join(';\n  ');

/** What the row of a session gets besides what its records come to. */
export const listedNames = [
  'started_at',
  'waiting_since',
  'is_history',
  'agent_id',
  'environment_id',
  'secret_environment',
  'repo_root',
  'repository',
  'events',
] as const;

export const listedValues = (subject: Subject, events: number): (string | number | null)[] => [
  subject.startedAt,
  subject.waitingSince,
  Number(subject.isHistory),
  subject.agentId,
  subject.environmentId,
  subject.secretEnvironment,
  subject.repoRoot,
  subject.repository,
  events,
];

/** Of the findings; nothing when they are as before. */
export const riskOf = (
  findings: StoredJudgement | undefined,
): [risk: number | null, noteworthy: number | null] =>
  findings ? [findings.risk, findings.counts.high + findings.counts.medium] : [null, null];
