import type { ReadChannel } from '@debrief/contract';
import type { AuditStore } from '../domain/ports.ts';
import type { ReadDay } from '../domain/records.ts';
import type { OpenDatabase } from './database.ts';

export const auditStore = ({ db, rows }: OpenDatabase): AuditStore => ({
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

  list(organizationId, filter) {
    let query = db.selectFrom('auditLog').selectAll().where('organizationId', '=', organizationId);
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
