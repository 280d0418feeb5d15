import type { ListedSession, SessionRecord } from '../domain/records.ts';
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
  'createdAt',
  'updatedAt',
] as const satisfies (keyof SessionRecord)[];

/** The columns of a session `s`, named as in its record. */
export const selectedSession = sessionColumns
  .map((name) => `s.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${name}"`)
  .join(', ');

/** The risk of a session, and within one risk its start: one number below 2^53. */
export const startsPerRisk = 10_000_000_000_000;

/** Sessions with what is derived from them and what was said about them. */
export const selectListed = (columns = '', first = 'sessions s'): string =>
  `select ${selectedSession}, p.folded_to as "foldedTo", p.brief, coalesce(p.cost, 0) as cost,
    coalesce(p.errors, 0) as errors, coalesce(p.edits, 0) as edits, coalesce(p.tokens, 0) as tokens,
    j.high, j.medium, j.low, j.top, coalesce(j.risk, 0) * ${startsPerRisk} + s.started_at as risk,
    ${materialSql} as material, cast(${drawSql} as double precision) as draw, ${standingColumns}${columns}
  from ${first}
  left join projection.session_findings j on j.session_id = s.session_id
  ${joinedToSession}`;

const joinedToSession = `left join projection.session_statistics p on p.session_id = s.session_id
  left join review_standings r on r.session_id = s.session_id`;

/**
 * Sessions in which something was found, in an order that begins with their risk, as the first table of `selectListed`.
 * Ids alone: sessions of the same risk are sorted before it is known which of them a page has.
 */
export const foundFirst = (where: string, order: string, limit: string): string =>
  `(select f.session_id, f.risk from projection.session_findings f cross join sessions s ${joinedToSession}
    where s.session_id = f.session_id and f.risk > 0 and ${where} order by ${order} limit ${limit}) f
    cross join sessions s`;

export type ListedRow = Omit<ListedSession, 'standing'> & StandingRow;

export function listedOf(row: ListedRow): ListedSession {
  const { reviewVersion, threads, openThreads, followUps, ownFollowUp, accepted, acceptedWithOwn, ...rest } =
    row;
  const { isBegun, reservedBy, reservedUntil, ...session } = rest;
  return { ...session, standing: standingOf(row) };
}
