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
      const which = transaction
        .updateTable('environments')
        .where('organizationId', '=', organizationId)
        .where('environmentId', '=', environmentId);
      // Two may claim at once: whoever updates the row first is the first author.
      const isFirst =
        userId !== null &&
        (await which.set({ firstAuthorAt: at }).where('firstAuthorAt', 'is', null).executeTakeFirst())
          .numUpdatedRows > 0;
      const changed = await which
        .set({ authorUserId: userId, updatedAt: at })
        .where('authorUserId', 'is distinct from', userId)
        .executeTakeFirst();
      if (isFirst) {
        await transaction
          .updateTable('sessions')
          .set({ authorUserId: userId })
          .where('organizationId', '=', organizationId)
          .where('environmentId', '=', environmentId)
          .where('authorUserId', 'is', null)
          .execute();
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
      }
      return changed.numUpdatedRows > 0;
    }),
});
