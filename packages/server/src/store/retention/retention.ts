import type { RetentionStore } from '../../domain/retention/ports.ts';
import type { OpenDatabase } from '../database.ts';

export const retentionStore = ({ db }: OpenDatabase): RetentionStore => ({
  async policy(organizationId) {
    const rows = await db
      .selectFrom('retentions')
      .select(['repository', 'days'])
      .where('organizationId', '=', organizationId)
      .orderBy('repository')
      .execute();
    if (rows.length === 0) return undefined;
    const all = rows.find(({ repository }) => repository === '');
    return {
      ...(all && { days: all.days }),
      repositories: rows.filter(({ repository }) => repository !== ''),
    };
  },

  set: (organizationId, { days, repositories }, { by, at }, audited) =>
    db.transaction().execute(async (transaction) => {
      const rows = [...(days === undefined ? [] : [{ repository: '', days }]), ...repositories];
      await transaction.deleteFrom('retentions').where('organizationId', '=', organizationId).execute();
      if (rows.length > 0)
        await transaction
          .insertInto('retentions')
          .values(rows.map((row) => ({ ...row, organizationId, updatedBy: by, updatedAt: at })))
          .execute();
      await transaction.insertInto('auditLog').values(audited).execute();
    }),

  rules: async () =>
    (await db
      .selectFrom('retentions')
      .select(['organizationId', 'repository', 'days'])
      .where('days', 'is not', null)
      .orderBy('organizationId')
      .orderBy('repository')
      .execute()) as { organizationId: string; repository: string; days: number }[],
});
