import { sql } from 'kysely';
import { type Reader, readableConditions, readableSql } from '../../domain/access/reader.ts';
import { historySql } from '../../domain/review/history.ts';
import type { QueueStore, Turn } from '../../domain/review/ports.ts';
import { type PlaceValue, stateIsOneOf, waitingSinceSql } from '../../domain/review/state-sql.ts';
import type { OpenDatabase } from '../database.ts';
import { selectListed } from '../session-row.ts';
import { listQueue, type QueuedRow, queued, Statement, turnOf } from './queue-list.ts';

/** What a member has in hand now, as a condition on the standing `r`. */
const heldBy = ({ organizationId, userId, now }: Turn, place: PlaceValue): string =>
  `r.reserved_by = ${place(userId)} and r.reserved_until > ${place(now)} and r.organization_id = ${place(organizationId)}`;

/** Of `turns` only sessions that may be read. */
const ofReadable = (reader: Reader | undefined, place: PlaceValue): string =>
  reader
    ? `where exists (select 1 from sessions s where s.session_id = turns.session_id and ${readableSql(reader, place)})`
    : '';

/** So many of the newest sessions are looked at whether the policy asks for anything. */
const settledWithin = 2000;

type Looking = Pick<QueueStore, 'held' | 'opened' | 'settled' | 'turns'>;

/** What somebody holds, has opened, and need not look at. */
const lookingStore = ({ db, rows }: OpenDatabase): Looking => ({
  async held({ limit, ...member }) {
    const { place, values } = new Statement();
    const where = [heldBy(member, place), ...readableConditions(member.reader, place)].join(' and ');
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
      and not (${historySql}) and ${waitingSinceSql} >= ${place(since)} order by ${waitingSinceSql} desc, s.session_id desc limit ${settledWithin}`;
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
          select turns.session_id from (select distinct a.session_id from attention a where ${turn}${held}) turns
          ${ofReadable(member.reader, place)} limit ${place(limit)}) counted`,
      values,
    );
    return Number(found?.count ?? 0);
  },
});

export const queueStore = (database: OpenDatabase): QueueStore => {
  const { db } = database;
  return {
    ...lookingStore(database),

    list: (filter) => listQueue(database, filter),

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
