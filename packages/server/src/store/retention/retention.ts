import type { Kysely } from 'kysely';
import type { RetentionStore } from '../../domain/retention/ports.ts';
import type { Database, OpenDatabase } from '../database.ts';

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

/** A rule for a folder goes on with the remote that it turns out to be of, unless that has one. */
export async function adoptRetention(
  transaction: Kysely<Database>,
  organizationId: string,
  from: string,
  to: string,
): Promise<void> {
  const rules = await transaction
    .selectFrom('retentions')
    .select('repository')
    .where('organizationId', '=', organizationId)
    .where('repository', 'in', [from, to])
    .execute();
  if (rules.length !== 1 || rules[0]?.repository !== from) return;
  await transaction
    .updateTable('retentions')
    .set({ repository: to })
    .where('organizationId', '=', organizationId)
    .where('repository', '=', from)
    .execute();
}
