import { stampSql } from '../domain/findings/stamp.ts';
import type { ListedSession, LookedSession, SessionRecord } from '../domain/records.ts';
import { drawSql, materialSql } from '../domain/review/state-sql.ts';
import { type StandingRow, standingColumns, standingOf } from './review/standing.ts';

export const sessionColumns = [
  'sessionId',
  'organizationId',
  'environmentId',
  'installationId',
  'agentId',
  'status',
  'secretEnvironment',
  'title',
  'repoRoot',
  'gitBranch',
  'repository',
  'externalId',
  'continuesSessionId',
  'authorUserId',
  'startedAt',
  'startedAtSource',
  'endedAt',
  'eventCount',
  'heldFor',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof SessionRecord)[];

function columnOf(name: keyof SessionRecord): string {
  return `s.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${name}"`;
}

/** The columns of a session `s`, named as in its record. */
export const selectedSession = sessionColumns.map(columnOf).join(', ');

const lookColumns = [
  'sessionId',
  'organizationId',
  'agentId',
  'status',
  'title',
  'repoRoot',
  'continuesSessionId',
  'authorUserId',
  'startedAt',
] as const satisfies (keyof LookedSession)[];

/** A few of them, for a look through many sessions. Only those of a page are asked how they stand. */
export const selectedLook = `${lookColumns.map(columnOf).join(', ')},
  (select ${stampSql} from projection.session_statistics p where p.session_id = s.session_id) as stamp`;

/** Sessions, and what is derived from those that were looked at. */
export const sessionsFirst = `sessions s left join projection.session_statistics p on p.session_id = s.session_id`;

/**
 * Sessions that were looked at, read in an order that an index of their statistics has. SQLite takes the tables of a
 * "cross join" as they stand.
 */
export const statisticsFirst = 'projection.session_statistics p cross join sessions s';

/** Sessions with what is derived from them and what was said about them. */
export const selectListed = (columns = '', from = sessionsFirst): string =>
  `select ${selectedSession}, p.folded_to as "foldedTo", p.figures, coalesce(p.cost, 0) as cost,
    coalesce(p.errors, 0) as errors, coalesce(p.edits, 0) as edits, coalesce(p.tokens, 0) as tokens,
    coalesce(p.events, 0) as events, coalesce(p.risk_order, s.started_at) as risk,
    j.high, j.medium, j.low, j.top, ${materialSql} as material, cast(${drawSql} as double precision) as draw,
    ${standingColumns}${columns}
  from ${from}
  left join projection.session_findings j on j.session_id = s.session_id
  left join review_standings r on r.session_id = s.session_id`;

export type ListedRow = Omit<ListedSession, 'standing'> & StandingRow;

export function listedOf(row: ListedRow): ListedSession {
  const { reviewVersion, threads, openThreads, followUps, ownFollowUp, accepted, acceptedWithOwn, ...rest } =
    row;
  const { isBegun, reservedBy, reservedUntil, ...session } = rest;
  return { ...session, standing: standingOf(row) };
}
