import type { ReviewState } from '@debrief/contract';
import { sql } from 'kysely';
import type { QueuedSession, QueueFilter, QueueStore, Turn } from '../../domain/review/ports.ts';
import {
  materialSql,
  type PlaceValue,
  stateIsOneOf,
  waitingSinceSql,
} from '../../domain/review/state-sql.ts';
import {
  conditionSql,
  type SessionFilter,
  sessionConditions,
  sessionFacts,
} from '../../domain/session/filter.ts';
import type { OpenDatabase } from '../database.ts';
import { type ListedRow, listedOf, selectListed, sessionsFirst, statisticsFirst } from '../session-row.ts';

/** A statement that is put together with its values. */
class Statement {
  readonly values: unknown[] = [];
  readonly place = (value: unknown): string => `$${this.values.push(value)}`;
}

const openStates = ['follow_up', 'outgrown', 'in_review', 'unreviewed'] as const;

function conditions(statement: Statement, filter: QueueFilter): string {
  const { place } = statement;
  const { state, assignee, author, agentId, repoRoot, tab, userId } = filter;
  const assigned = (who: string) =>
    `exists (select 1 from assignments a where a.session_id = s.session_id and a.declined_at is null${who})`;
  const isIn = (states: readonly ReviewState[]) => stateIsOneOf(states, filter.policy, filter.now, place);
  return [
    `s.organization_id = ${place(filter.organizationId)}`,
    tab === 'open' && 's.review_done = 0',
    tab === 'done' && 's.review_done = 1',
    state !== undefined && isIn([state]),
    state === undefined && tab === 'open' && isIn(openStates),
    state === undefined && tab === 'done' && isIn(['accepted']),
    agentId !== undefined && `s.agent_id = ${place(agentId)}`,
    repoRoot !== undefined && `s.repo_root = ${place(repoRoot)}`,
    ...asked(filter.sessions, place),
    filter.sessions?.review && isIn(filter.sessions.review.states),
    // What I hold is listed before what waits.
    tab === 'turn' &&
      `not coalesce(r.reserved_by = ${place(userId)} and r.reserved_until > ${place(filter.now)}, false)`,
    author === null && 's.author_user_id is null',
    typeof author === 'string' && `s.author_user_id = ${place(author)}`,
    assignee === null && `not ${assigned('')}`,
    typeof assignee === 'string' && assigned(` and a.user_id = ${place(assignee)}`),
    filter.forTaking &&
      `(r.reserved_until is null or r.reserved_until <= ${place(filter.now)})
        and (s.author_user_id is null or s.author_user_id <> ${place(userId)})
        and not exists (select 1 from assignments d where d.session_id = s.session_id
          and d.user_id = ${place(userId)} and d.declined_at is not null)
        and not exists (select 1 from reviews v where v.session_id = s.session_id
          and v.reviewer_id = ${place(userId)} and v.withdrawn_at is null and v.dismissed_at is null
          and v.through_sequence >= ${materialSql})`,
  ]
    .filter((one) => typeof one === 'string')
    .join(' and ');
}

/** What the list of sessions can be filtered by, of a session `s`. */
const asked = (filter: SessionFilter | undefined, place: PlaceValue): string[] =>
  filter
    ? [
        ...sessionConditions(filter).map((one) => conditionSql(one, `s.${one.column}`, place)),
        ...sessionFacts(filter, place),
      ]
    : [];

/** What waits for a member, as a condition on the attention `a`, without what they have put off in their inbox altogether. */
const turnOf = ({ organizationId, userId, now }: Turn, place: Statement['place']): string =>
  `a.organization_id = ${place(organizationId)} and a.user_id = ${place(userId)}
    and coalesce((select max(case when n.state = 'unread' and n.snoozed_until > ${place(now)} then 0 else 1 end)
      from notifications n where n.user_id = a.user_id and n.subject_id = a.session_id
        and n.reason = case a.reason when 'answer' then 'asked' else a.reason end), 1) = 1`;

type QueuedRow = ListedRow & { waitingSince: number };

const queued = ({ waitingSince, ...row }: QueuedRow, risk: number): QueuedSession => ({
  session: listedOf(row),
  waitingSince,
  position: { risk, since: waitingSince, sessionId: row.sessionId },
});

/** By how long it has waited, or newest first; by risk only that in which nothing was found. */
async function waiting({ rows }: OpenDatabase, filter: QueueFilter): Promise<QueuedSession[]> {
  const statement = new Statement();
  const { place } = statement;
  const isTurn = filter.tab === 'turn';
  // Each session once, by the reason that has waited longest.
  const first = isTurn
    ? `(select a.session_id, min(a.since) as since from attention a where ${turnOf(filter, place)}
        group by a.session_id) w cross join ${sessionsFirst}`
    : sessionsFirst;
  const key = isTurn ? 'w.since' : waitingSinceSql;
  const direction = filter.order === 'newest' ? 'desc' : 'asc';
  // Not by "coalesce", of which PostgreSQL expects so few rows that it sorts all sessions instead of walking the index.
  const nothingFound = filter.order === 'risk' && !isTurn ? ' and (p.risk is null or p.risk = 0)' : '';
  const ofTurn = isTurn ? 's.session_id = w.session_id and ' : '';
  const where = ofTurn + conditions(statement, filter) + nothingFound;
  const { after } = filter;
  const rest = after
    ? ` and (${key}, s.session_id) ${direction === 'asc' ? '>' : '<'} (${place(after.since)}, ${place(after.sessionId)})`
    : '';
  const found = await rows<QueuedRow>(
    `${selectListed(`, ${key} as "waitingSince"`, first)} where ${where}${rest}
      order by ${key} ${direction}, s.session_id ${direction} limit ${place(filter.limit)}`,
    statement.values,
  );
  return found.map((row) => queued(row, 0));
}

/**
 * Sessions in which something was found, the worst first, of those the one that has waited longest: the order of an index
 * of the statistics.
 */
async function risky({ rows }: OpenDatabase, filter: QueueFilter): Promise<QueuedSession[]> {
  const statement = new Statement();
  const { place } = statement;
  const where = conditions(statement, filter);
  const { after } = filter;
  const rest = after
    ? ` and p.risk <= ${place(after.risk)} and (p.risk < ${place(after.risk)}
        or (p.waiting_since, p.session_id) > (${place(after.since)}, ${place(after.sessionId)}))`
    : '';
  const columns = ', p.waiting_since as "waitingSince", p.risk as "findingsRisk"';
  const found = await rows<QueuedRow & { findingsRisk: number }>(
    `${selectListed(columns, statisticsFirst)} where s.session_id = p.session_id
      and p.organization_id = ${place(filter.organizationId)} and p.risk > 0 and ${where}${rest}
      order by p.risk desc, p.waiting_since, p.session_id limit ${place(filter.limit)}`,
    statement.values,
  );
  return found.map(({ findingsRisk, ...row }) => queued(row, findingsRisk));
}

/** What a member has in hand now, as a condition on the standing `r`. */
const heldBy = ({ organizationId, userId, now }: Turn, place: PlaceValue): string =>
  `r.reserved_by = ${place(userId)} and r.reserved_until > ${place(now)} and r.organization_id = ${place(organizationId)}`;

/** So many of the newest sessions are looked at whether the policy asks for anything. */
const settledWithin = 2000;

type Looking = Pick<QueueStore, 'held' | 'opened' | 'settled' | 'turns'>;

/** What somebody holds, has opened, and need not look at. */
const lookingStore = ({ db, rows }: OpenDatabase): Looking => ({
  async held({ limit, ...member }) {
    const { place, values } = new Statement();
    const where = heldBy(member, place);
    const found = await rows<QueuedRow>(
      `${selectListed(`, ${waitingSinceSql} as "waitingSince"`)} where ${where}
        order by r.reserved_until desc, s.session_id limit ${place(limit)}`,
      values,
    );
    return found.map((row) => queued(row, 0));
  },

  async opened(userId, sessionIds) {
    if (sessionIds.length === 0) return new Set();
    const found = await db
      .selectFrom('seen')
      .select('sessionId')
      .where('userId', '=', userId)
      .where('sessionId', 'in', sessionIds)
      .execute();
    return new Set(found.map(({ sessionId }) => sessionId));
  },

  async settled({ organizationId, policy, now, since }) {
    const { place, values } = new Statement();
    const newest = `select * from sessions s where s.organization_id = ${place(organizationId)} and s.review_done = 0
      and ${waitingSinceSql} >= ${place(since)} order by ${waitingSinceSql} desc, s.session_id desc limit ${settledWithin}`;
    const [found] = await rows<{ sessions: number; cost: number | null }>(
      `select count(*) as sessions, sum(p.cost) as cost from (${newest}) s
        left join projection.session_statistics p on p.session_id = s.session_id
        left join review_standings r on r.session_id = s.session_id
        where s.secret_environment = 'live' and ${stateIsOneOf(['not_needed'], policy, now, place)}`,
      values,
    );
    return { sessions: Number(found?.sessions ?? 0), cost: Number(found?.cost ?? 0) };
  },

  async turns({ withHeld = false, ...member }, limit) {
    const { place, values } = new Statement();
    const turn = turnOf(member, place);
    const held = withHeld
      ? ` union select r.session_id from review_standings r where ${heldBy(member, place)}`
      : '';
    const [found] = await rows<{ count: number }>(
      `select count(*) as count from (
          select distinct a.session_id from attention a where ${turn}${held}
        limit ${place(limit)}) turns`,
      values,
    );
    return Number(found?.count ?? 0);
  },
});

export const queueStore = (database: OpenDatabase): QueueStore => {
  const { db } = database;
  return {
    ...lookingStore(database),

    async list(filter) {
      const isByRisk = filter.order === 'risk' && filter.tab !== 'turn';
      if (!isByRisk) return waiting(database, filter);
      const { after, limit } = filter;
      const isPastFound = after?.risk === 0;
      const found = isPastFound ? [] : await risky(database, filter);
      if (found.length >= limit) return found;
      const rest = await waiting(database, {
        ...filter,
        after: isPastFound ? after : undefined,
        limit: limit - found.length,
      });
      return [...found, ...rest];
    },

    async attention(sessionIds) {
      if (sessionIds.length === 0) return new Map();
      const found = await db
        .selectFrom('attention')
        .select(['sessionId', 'userId', 'reason', 'since'])
        .where('sessionId', 'in', sessionIds)
        .orderBy('since')
        .orderBy('userId')
        .orderBy('reason')
        .execute();
      return Map.groupBy(found, ({ sessionId }) => sessionId);
    },

    // One statement: of several who come at once the first writes, the others find it written. By the query builder,
    // because on SQLite `rows` would take part in whatever transaction is open.
    async reserve({ session, at }, userId, until) {
      const { sessionId, organizationId } = session;
      const reserved = await sql`
        insert into review_standings (session_id, organization_id, version, threads, open_threads, last_thread,
            follow_ups, own_follow_up, accepted, accepted_with_own, is_begun, looked_to, asked_by_policy,
            author_user_id, reserved_by, reserved_until)
          select s.session_id, s.organization_id, 1, 0, 0, 0, 0, 0, '[]', '[]', 0, 0, 0, s.author_user_id,
            cast(${userId} as text), cast(${until} as bigint)
          from sessions s where s.session_id = ${sessionId} and s.organization_id = ${organizationId}
          on conflict (session_id) do update set version = review_standings.version + 1,
            reserved_by = excluded.reserved_by, reserved_until = excluded.reserved_until
          where review_standings.reserved_until is null or review_standings.reserved_until <= ${at}
          returning session_id`.execute(db);
      return reserved.rows.length > 0;
    },

    async release({ session, at }, userId) {
      const released = await sql`update review_standings
        set version = version + 1, reserved_by = null, reserved_until = null
        where session_id = ${session.sessionId} and reserved_by = ${userId} and reserved_until > ${at}
        returning session_id`.execute(db);
      return released.rows.length > 0;
    },
  };
};
