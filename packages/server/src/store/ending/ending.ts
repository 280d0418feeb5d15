import { type Kysely, sql } from 'kysely';
import type { EndingRecord, EndingStore } from '../../domain/ending/ports.ts';
import type { Database, OpenDatabase } from '../database.ts';

/** Those that wait. */
const openOf = (on: Kysely<Database>, organizationId: string) =>
  on
    .selectFrom('organizationEndings')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('withdrawnAt', 'is', null)
    .where('endedAt', 'is', null);

export const endingStore = ({ db }: OpenDatabase): EndingStore => ({
  begin: (ending, audited) =>
    db.transaction().execute(async (transaction) => {
      const added = await transaction
        .insertInto('organizationEndings')
        .values(ending)
        .onConflict((conflict) => conflict.doNothing())
        .returning('endingId')
        .executeTakeFirst();
      if (!added) return openOf(transaction, ending.organizationId).executeTakeFirstOrThrow();
      await transaction
        .updateTable('organizations')
        .set({ closesAt: ending.closesAt })
        .where('organizationId', '=', ending.organizationId)
        .execute();
      await transaction.insertInto('auditLog').values(audited).execute();
      return ending;
    }),

  open: (organizationId) => openOf(db, organizationId).executeTakeFirst(),

  find: (endingId) =>
    db.selectFrom('organizationEndings').selectAll().where('endingId', '=', endingId).executeTakeFirst(),

  withdraw: (organizationId, by, at, audited) =>
    db.transaction().execute(async (transaction): Promise<EndingRecord | undefined> => {
      const withdrawn = await transaction
        .updateTable('organizationEndings')
        .set({ withdrawnBy: by, withdrawnAt: at })
        .where('organizationId', '=', organizationId)
        .where('withdrawnAt', 'is', null)
        .where('endedAt', 'is', null)
        // From then on it may be under way.
        .$if(by !== null, (query) => query.where('closesAt', '>', at))
        .returningAll()
        .executeTakeFirst();
      if (!withdrawn) return undefined;
      await transaction
        .updateTable('organizations')
        .set({ closesAt: null })
        .where('organizationId', '=', organizationId)
        .execute();
      await transaction.insertInto('auditLog').values(audited).execute();
      return withdrawn;
    }),

  due: (at) =>
    db
      .selectFrom('organizationEndings')
      .selectAll()
      .where('withdrawnAt', 'is', null)
      .where('endedAt', 'is', null)
      .where('closesAt', '<=', at)
      .orderBy('closesAt')
      .execute(),

  shut: ({ endingId, organizationId }, at) =>
    db.transaction().execute(async (transaction) => {
      const counted = await transaction
        .updateTable('organizationEndings')
        .set({
          // Counted once: a server that goes on after one was killed finds fewer.
          sessions: sql<number>`case when sessions > 0 then sessions
            else (select count(*) from sessions s where s.organization_id = ${organizationId}) end`,
        })
        .where('endingId', '=', endingId)
        .where('withdrawnAt', 'is', null)
        .returning('endingId')
        .executeTakeFirst();
      if (!counted) return false;
      await transaction
        .updateTable('secrets')
        .set({ status: 'revoked', revokedAt: at })
        .where('organizationId', '=', organizationId)
        .where('status', '=', 'active')
        .execute();
      return true;
    }),
});
