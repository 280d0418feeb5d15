import type { ReadChannel } from '@debrief/contract';
import { sql } from 'kysely';
import type { AuditStore } from '../domain/ports.ts';
import type { AuditRecord, ReadDay } from '../domain/records.ts';
import type { OpenDatabase } from './database.ts';

const columns = [
  ...(['auditId', 'organizationId', 'at', 'action', 'outcome', 'actorId', 'targetId'] as const),
  ...(['ip', 'userAgent', 'requestId', 'channel'] as const),
];

export const auditStore = ({ db, engine, rows }: OpenDatabase): AuditStore => ({
  async add(entry) {
    await db.insertInto('auditLog').values(entry).execute();
  },

  async addNew(entries) {
    await db
      .insertInto('auditLog')
      .values([...entries])
      .onConflict((conflict) => conflict.column('auditId').doNothing())
      .execute();
  },

  async readers(organizationId, sessionId) {
    const reads = `from audit_log where action = 'session_read' and target_id = $1 and organization_id = $2
      and actor_id is not null`;
    const asked = [sessionId, organizationId];
    const days = await rows<ReadDay>(
      `select actor_id as "userId", min(at) as "firstAt", max(at) as "lastAt", count(distinct at / 3600000) as hours
        ${reads} group by actor_id, at / 86400000 order by max(at) desc limit 10000`,
      asked,
    );
    const channels = await rows<{ userId: string; channel: ReadChannel | null }>(
      `select distinct actor_id as "userId", channel ${reads} limit 10000`,
      asked,
    );
    return { days, channels };
  },

  async feed(organizationId, after, limit) {
    const numbered = () =>
      db
        .selectFrom('auditLog')
        .select([...columns, 'feedNumber'])
        .where('organizationId', '=', organizationId)
        .where('feedNumber', '>', after)
        .orderBy('feedNumber')
        .limit(limit)
        .execute() as Promise<(AuditRecord & { feedNumber: number })[]>;
    const found = await numbered();
    if (found.length === limit) return found;
    await giveNumbers({ db, engine }, organizationId, limit);
    return numbered();
  },

  list(organizationId, filter) {
    let query = db.selectFrom('auditLog').select(columns).where('organizationId', '=', organizationId);
    const { action, actorId, from, to, after, isOldestFirst = false } = filter;
    if (action !== undefined) query = query.where('action', '=', action);
    if (actorId !== undefined) query = query.where('actorId', '=', actorId);
    if (from !== undefined) query = query.where('at', '>=', from);
    if (to !== undefined) query = query.where('at', '<', to);
    if (after) {
      const place = isOldestFirst ? '>' : '<';
      query = query.where((row) =>
        row(row.refTuple('at', 'auditId'), place, row.tuple(after.at, after.auditId)),
      );
    }
    const order = isOldestFirst ? 'asc' : 'desc';
    return query.orderBy('at', order).orderBy('auditId', order).limit(filter.limit).execute();
  },
});

/**
 * Numbers what has none, the oldest first. One at a time for an organization, also of several servers, and each sees what
 * the one before has numbered: no number is given twice, and none before an entry that was committed later.
 */
async function giveNumbers(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  organizationId: string,
  limit: number,
): Promise<void> {
  const none = await db
    .selectFrom('auditLog')
    .select('auditId')
    .where('organizationId', '=', organizationId)
    .where('feedNumber', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!none) return;
  await db.transaction().execute(async (transaction) => {
    if (engine === 'postgres') {
      const lock = sql`select pg_advisory_xact_lock(hashtextextended(${`debrief audit feed ${organizationId}`}, 0))`;
      await lock.execute(transaction);
    }
    await sql`
      update audit_log set feed_number = next.number from (
        select audit_id, row_number() over (order by at, audit_id) + (
          select coalesce(max(feed_number), 0) from audit_log where organization_id = ${organizationId}
        ) as number
        from (
          select audit_id, at from audit_log where organization_id = ${organizationId} and feed_number is null
          order by at, audit_id limit ${limit}
        ) waiting
      ) next
      where audit_log.audit_id = next.audit_id`.execute(transaction);
  });
}
