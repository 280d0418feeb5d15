import type { LabelStore } from '../../domain/review/ports.ts';
import type { OpenDatabase } from '../database.ts';
import { lockSession } from '../erasure.ts';

/** Words of a team on its sessions. */
export const labelStore = ({ db, engine }: OpenDatabase): LabelStore => ({
  add: (label, most) =>
    db.transaction().execute(async (transaction) => {
      const { sessionId, organizationId } = label;
      if (!(await lockSession(transaction, engine, sessionId, organizationId))) return 'gone';
      const there = await transaction
        .selectFrom('sessionLabels')
        .select('label')
        .where('sessionId', '=', sessionId)
        .execute();
      if (there.some((one) => one.label === label.label)) return 'there';
      if (there.length >= most) return 'limit';
      await transaction
        .insertInto('sessionLabels')
        .values(label)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return 'added';
    }),

  async remove(sessionId, label) {
    const removed = await db
      .deleteFrom('sessionLabels')
      .where('sessionId', '=', sessionId)
      .where('label', '=', label)
      .executeTakeFirst();
    return removed.numDeletedRows > 0n;
  },

  async of(sessionIds) {
    if (sessionIds.length === 0) return new Map();
    const found = await db
      .selectFrom('sessionLabels')
      .select(['sessionId', 'label'])
      .where('sessionId', 'in', sessionIds)
      .orderBy('label')
      .execute();
    const grouped = Map.groupBy(found, ({ sessionId }) => sessionId);
    return new Map([...grouped].map(([sessionId, some]) => [sessionId, some.map(({ label }) => label)]));
  },

  async list(organizationId, limit) {
    const found = await db
      .selectFrom('sessionLabels')
      .select((row) => ['label', row.fn.countAll<number>().as('sessions')])
      .where('organizationId', '=', organizationId)
      .groupBy('label')
      .orderBy('label')
      .limit(limit)
      .execute();
    return found.map(({ label, sessions }) => ({ label, sessions: Number(sessions) }));
  },
});
