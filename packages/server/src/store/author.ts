import type { AuthorStore } from '../domain/ports.ts';
import type { OpenDatabase } from './database.ts';
import { raise } from './findings/finding.ts';

export const authorStore = ({ db }: OpenDatabase): AuthorStore => ({
  async saveClaim(claim) {
    await db
      .insertInto('environmentClaims')
      .values(claim)
      .onConflict((conflict) => conflict.column('environmentId').doUpdateSet(claim))
      .execute();
  },

  findClaim: (organizationId, digest, now) =>
    db
      .selectFrom('environmentClaims')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('digest', '=', digest)
      .where('expiresAt', '>', now)
      .executeTakeFirst(),

  async useClaim(organizationId, digest, now) {
    const used = await db
      .deleteFrom('environmentClaims')
      .where('organizationId', '=', organizationId)
      .where('digest', '=', digest)
      .where('expiresAt', '>', now)
      .returning('environmentId')
      .executeTakeFirst();
    return used?.environmentId;
  },

  set: ({ organizationId, environmentId, userId, at }) =>
    db.transaction().execute(async (transaction) => {
      const changed = await transaction
        .updateTable('environments')
        .set({ authorUserId: userId, updatedAt: at })
        .where('organizationId', '=', organizationId)
        .where('environmentId', '=', environmentId)
        .where('authorUserId', 'is distinct from', userId)
        .executeTakeFirst();
      if (changed.numUpdatedRows === 0n) return false;
      await transaction.deleteFrom('claimRequests').where('environmentId', '=', environmentId).execute();
      return true;
    }),

  async hasEarlier(organizationId, environmentId) {
    const found = await db
      .selectFrom('sessions')
      .select('sessionId')
      .where('organizationId', '=', organizationId)
      .where('environmentId', '=', environmentId)
      .where('authorUserId', 'is', null)
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  },

  giveEarlier: ({ organizationId, environmentId, userId, at }) =>
    db.transaction().execute(async (transaction) => {
      const given = await transaction
        .updateTable('sessions')
        .set({ authorUserId: userId })
        .where('organizationId', '=', organizationId)
        .where('environmentId', '=', environmentId)
        .where('authorUserId', 'is', null)
        .executeTakeFirst();
      // What they themselves decided about findings does not count any more.
      await raise(transaction, organizationId);
      // What was said about them is another thing now: some of it may be the author's own, or wait for them.
      await transaction
        .updateTable('reviewStandings')
        .set({ lookAt: at })
        .where('sessionId', 'in', (row) =>
          row
            .selectFrom('sessions')
            .select('sessionId')
            .where('organizationId', '=', organizationId)
            .where('environmentId', '=', environmentId)
            .where('authorUserId', '=', userId),
        )
        .execute();
      return Number(given.numUpdatedRows);
    }),

  async addRequest(request) {
    const added = await db
      .insertInto('claimRequests')
      .values(request)
      .onConflict((conflict) => conflict.columns(['environmentId', 'userId']).doNothing())
      .returning('userId')
      .executeTakeFirst();
    return added !== undefined;
  },

  listRequests: (organizationId) =>
    db
      .selectFrom('claimRequests')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .orderBy('requestedAt')
      .limit(1000)
      .execute(),

  async takeRequest(organizationId, environmentId, userId) {
    const taken = await db
      .deleteFrom('claimRequests')
      .where('organizationId', '=', organizationId)
      .where('environmentId', '=', environmentId)
      .where('userId', '=', userId)
      .returning('userId')
      .executeTakeFirst();
    return taken !== undefined;
  },
});
