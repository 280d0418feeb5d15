import type { AuditStore } from '../domain/ports.ts';
import type { OpenDatabase } from './database.ts';

export const auditStore = ({ db }: OpenDatabase): AuditStore => ({
  async add(entry) {
    await db.insertInto('auditLog').values(entry).execute();
  },

  list(organizationId, filter) {
    let query = db.selectFrom('auditLog').selectAll().where('organizationId', '=', organizationId);
    if (filter.action !== undefined) query = query.where('action', '=', filter.action);
    const { before } = filter;
    if (before) {
      query = query.where((row) =>
        row(row.refTuple('at', 'auditId'), '<', row.tuple(before.at, before.auditId)),
      );
    }
    return query.orderBy('at', 'desc').orderBy('auditId', 'desc').limit(filter.limit).execute();
  },
});
