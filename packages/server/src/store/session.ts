import type { SessionSort, SessionTotals } from '@debrief/contract';
import type { ListedSession, PendingStart, SessionRecord } from '../domain/records.ts';
import { drawSql, materialSql, reviewStateSql } from '../domain/review/state-sql.ts';
import {
  type SessionFilter,
  type SessionOrder,
  sessionConditions,
  sessionFacts,
} from '../domain/session/filter.ts';
import type { SessionStore } from '../domain/session/ports.ts';
import { Undo, undoable } from './connection/transaction.ts';
import type { OpenDatabase } from './database.ts';
import { deleteReports } from './link/report.ts';
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

/** `%` and `_` in what somebody searches for mean themselves. */
const likePart = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** `start_repair` of a session whose start is right and whose derived data is not yet; 1 before that. */
const startIsSet = 2;

const selected = sessionColumns
  .map((name) => `s.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${name}"`)
  .join(', ');

const selectSession = `select ${selected} from sessions s where s.organization_id = $1 and s.session_id = $2`;

/** The risk of a session, and within one risk its start: one number below 2^53. */
const riskKey = '(coalesce(j.risk, 0) * 10000000000000 + s.started_at)';

/** Sessions with what is derived from them and what was said about them. */
export const selectListed = (columns = '', first = 'sessions s'): string =>
  `select ${selected}, p.folded_to as "foldedTo", p.brief, coalesce(p.cost, 0) as cost,
    coalesce(p.errors, 0) as errors, coalesce(p.edits, 0) as edits, coalesce(p.tokens, 0) as tokens,
    j.high, j.medium, j.low, j.top, ${riskKey} as risk,
    ${materialSql} as material, cast(${drawSql} as double precision) as draw, ${standingColumns}${columns}
  from ${first}
  left join projection.session_statistics p on p.session_id = s.session_id
  ${first.includes(' j ') ? '' : 'left join projection.session_findings j on j.session_id = s.session_id'}
  left join review_standings r on r.session_id = s.session_id`;

const selectSessions = `${selectListed()} where s.organization_id = $1`;

export type ListedRow = Omit<ListedSession, 'standing'> & StandingRow;

export function listedOf(row: ListedRow): ListedSession {
  const { reviewVersion, threads, openThreads, followUps, ownFollowUp, accepted, acceptedWithOwn, ...rest } =
    row;
  const { isBegun, reservedBy, reservedUntil, ...session } = rest;
  return { ...session, standing: standingOf(row) };
}

/** What the list can be ordered by; a session that was not looked at yet has none of anything. */
const sortKeys: Record<SessionSort, string> = {
  startedAt: 's.started_at',
  events: 's.event_count',
  errors: 'coalesce(p.errors, 0)',
  edits: 'coalesce(p.edits, 0)',
  tokens: 'coalesce(p.tokens, 0)',
  cost: 'coalesce(p.cost, 0)',
  repository: "coalesce(s.repo_root, '')",
  risk: riskKey,
};

/** The end of the list's query: what it is ordered by and where a page begins. `place` names the values given. */
function orderOf({ sort, order, after }: SessionOrder, place: (at: number) => string) {
  const key = sortKeys[sort];
  const later = order === 'desc' ? '<' : '>';
  if (sort !== 'repository') {
    return {
      rest: after ? ` and (${key}, s.session_id) ${later} (${place(1)}, ${place(2)})` : '',
      by: `${key} ${order}, s.session_id ${order}`,
      values: after ? [after.key, after.sessionId] : [],
    };
  }
  // Within one repository the newest comes first, whichever way the repositories go.
  const [repository, startedAt, sessionId] = [place(1), place(2), place(3)];
  return {
    rest: after
      ? ` and (${key} ${later} ${repository} or
          (${key} = ${repository} and (s.started_at, s.session_id) < (${startedAt}, ${sessionId})))`
      : '',
    by: `${key} ${order}, s.started_at desc, s.session_id desc`,
    values: after ? [after.repository ?? '', after.key, after.sessionId] : [],
  };
}

/** The conditions of a filter and their values; `$1` is the organization. */
function conditionsOf(filter: SessionFilter & { titlePart?: string | undefined }): {
  text: string;
  values: unknown[];
} {
  const values: unknown[] = [];
  let text = '';
  const where = (value: unknown, condition: (place: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    text += ` and ${condition(`$${values.length + 1}`)}`;
  };
  for (const [column, operator, value] of sessionConditions(filter)) {
    where(value, (place) => `s.${column} ${operator} ${place}`);
  }
  // The database lowers both: in its C locale PostgreSQL knows only ASCII, and one side alone would never match.
  where(
    filter.titlePart && likePart(filter.titlePart),
    (place) => `lower(s.title) like lower(${place}) escape '\\'`,
  );
  for (const fact of sessionFacts(filter)) text += ` and ${fact}`;
  if (filter.review) text += ` and ${reviewStateSql(filter.review, (value) => `$${values.push(value) + 1}`)}`;
  if (filter.before) {
    values.push(filter.before.startedAt, filter.before.sessionId);
    text += ` and (s.started_at, s.session_id) < ($${values.length}, $${values.length + 1})`;
  }
  return { text, values };
}

export const sessionStore = ({ db, rows }: OpenDatabase): SessionStore => ({
  open: (session, key) =>
    undoable(db, async (transaction) => {
      if (key) {
        const row = { ...key, organizationId: session.organizationId, sessionId: session.sessionId };
        const claimed = await transaction
          .insertInto('sessionOpenings')
          .values(row)
          .onConflict((conflict) => conflict.columns(['organizationId', 'keyHash']).doNothing())
          .returning('sessionId')
          .executeTakeFirst();
        if (!claimed) {
          const first = await transaction
            .selectFrom('sessionOpenings')
            .select(['sessionId', 'fingerprint'])
            .where('organizationId', '=', session.organizationId)
            .where('keyHash', '=', key.keyHash)
            .executeTakeFirstOrThrow();
          throw new Undo(first);
        }
      }
      await transaction.insertInto('sessions').values(session).execute();
      return 'opened' as const;
    }),

  findOpening: (organizationId, keyHash) =>
    db
      .selectFrom('sessionOpenings')
      .select(['sessionId', 'fingerprint'])
      .where('organizationId', '=', organizationId)
      .where('keyHash', '=', keyHash)
      .executeTakeFirst(),

  async list(organizationId, filter) {
    const { text, values } = conditionsOf(filter);
    const place = (at: number) => `$${values.length + 1 + at}`;
    const order = orderOf(filter.order ?? { sort: 'startedAt', order: 'desc' }, place);
    const found = await rows<ListedRow>(
      `${selectSessions}${text}${order.rest} order by ${order.by} limit ${place(order.values.length + 1)}`,
      [organizationId, ...values, ...order.values, filter.limit],
    );
    return found.map(listedOf);
  },

  async totals(organizationId, filter) {
    const { text, values } = conditionsOf(filter);
    const [sums] = await rows<SessionTotals>(
      `select count(*) as sessions, coalesce(sum(s.event_count), 0) as events, coalesce(sum(p.errors), 0) as errors,
          coalesce(sum(p.edits), 0) as edits, coalesce(sum(p.tokens), 0) as tokens, coalesce(sum(p.cost), 0) as "costUsd"
        from sessions s left join projection.session_statistics p on p.session_id = s.session_id
        where s.organization_id = $1${text}`,
      [organizationId, ...values],
    );
    const { sessions, events, errors, edits, tokens, costUsd } = sums as SessionTotals;
    // PostgreSQL sums whole numbers to decimals, which come as text.
    return {
      sessions: Number(sessions),
      events: Number(events),
      errors: Number(errors),
      edits: Number(edits),
      tokens: Number(tokens),
      costUsd: Number(costUsd) / 1e6,
    };
  },

  repositories: (organizationId, limit) =>
    rows(
      `select s.repo_root as "repoRoot", max(e.repo_remote) as "repoRemote",
          coalesce(max(s.repository), s.repo_root) as repository, count(*) as sessions, max(s.started_at) as "lastStartedAt"
        from sessions s left join environments e on e.environment_id = s.environment_id and e.repo_root = s.repo_root
        where s.organization_id = $1 and s.repo_root is not null
        group by s.repo_root order by max(s.started_at) desc, s.repo_root limit $2`,
      [organizationId, limit],
    ),

  async find(organizationId, sessionId) {
    const [session] = await rows<SessionRecord>(selectSession, [organizationId, sessionId]);
    return session;
  },

  async findAll(organizationId, sessionIds) {
    if (sessionIds.length === 0) return new Map();
    const found = await db
      .selectFrom('sessions')
      .select(sessionColumns)
      .where('organizationId', '=', organizationId)
      .where('sessionId', 'in', sessionIds)
      .execute();
    return new Map(found.map((session) => [session.sessionId, session]));
  },

  endedBefore: (at, limit) =>
    db
      .selectFrom('sessions')
      .select(sessionColumns)
      .where('endedAt', '<', at)
      .where('updatedAt', '<', at)
      .where('status', '!=', 'active')
      .orderBy('endedAt')
      .limit(limit)
      .execute(),

  async pendingStarts(after, limit) {
    const found = await rows<Omit<PendingStart, 'isSet'> & { startRepair: number }>(
      `select s.session_pk as "sessionPk", s.session_id as "sessionId", s.created_at as "createdAt",
        s.start_repair as "startRepair" from sessions s
        where s.start_repair is not null and s.session_pk > $1 order by s.session_pk limit $2`,
      [after, limit],
    );
    return found.map(({ startRepair, ...session }) => ({ ...session, isSet: startRepair === startIsSet }));
  },

  async setStart(sessionId, startedAt) {
    await db
      .updateTable('sessions')
      .set({ startedAt, startedAtSource: 'record', startRepair: startIsSet })
      .where('sessionId', '=', sessionId)
      .execute();
  },

  async endStartRepair(sessionId) {
    await db.updateTable('sessions').set({ startRepair: null }).where('sessionId', '=', sessionId).execute();
  },

  async giveAuthor(sessionId, userId) {
    await db
      .updateTable('sessions')
      .set({ authorUserId: userId })
      .where('sessionId', '=', sessionId)
      .where('authorUserId', 'is', null)
      .execute();
  },

  async delete(sessionId) {
    await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('notifications').where('sessionId', '=', sessionId).execute();
      await deleteReports(transaction, sessionId);
      await transaction.deleteFrom('sessionOpenings').where('sessionId', '=', sessionId).execute();
      await transaction.deleteFrom('findingDispositions').where('sessionId', '=', sessionId).execute();
      await transaction.deleteFrom('findingsRevisions').where('subjectId', '=', sessionId).execute();
      await transaction.deleteFrom('sessions').where('sessionId', '=', sessionId).execute();
    });
  },
});
