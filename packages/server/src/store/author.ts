import type { Transaction } from 'kysely';
import type { Channel } from '../domain/mail/ports.ts';
import type { AuthorStore } from '../domain/ports.ts';
import { waitFor } from './connection/wait.ts';
import type { Database, OpenDatabase } from './database.ts';
import { raise } from './findings/finding.ts';
import { keptUntil } from './legal-hold/legal-hold.ts';
import { nextVersion } from './review/deed.ts';
import { refreshStanding } from './review/refresh.ts';

export const authorStore = ({ db, engine }: OpenDatabase): AuthorStore => ({
  async sessions(organizationId, userId) {
    const { count } = await db
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('organizationId', '=', organizationId)
      .where('authorUserId', '=', userId)
      .executeTakeFirstOrThrow();
    return Number(count);
  },

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

  giveEarlier: ({ organizationId, environmentId, userId, at, channels }) =>
    db.transaction().execute(async (transaction) => {
      // As every deed does, before any row: nobody leaves meanwhile.
      await waitFor(transaction, engine, organizationId, 'say');
      const given = await transaction
        .updateTable('sessions')
        .set({ authorUserId: userId })
        .where('organizationId', '=', organizationId)
        .where('environmentId', '=', environmentId)
        .where('authorUserId', 'is', null)
        .returning('sessionId')
        .execute();
      // What they themselves decided about findings does not count any more.
      await raise(transaction, organizationId);
      const discussed = await transaction
        .selectFrom('reviewStandings as r')
        .innerJoin('sessions as s', 's.sessionId', 'r.sessionId')
        .select('r.sessionId')
        .where('s.organizationId', '=', organizationId)
        .where('s.environmentId', '=', environmentId)
        .where('s.authorUserId', '=', userId)
        .where('r.authorUserId', 'is distinct from', userId)
        .orderBy('r.sessionId')
        .execute();
      const about = await toldAnew(transaction, organizationId, discussed, { at, channels });
      return { given: given.length, about };
    }),

  takeAway: ({ organizationId, userId, sessionIds, at, channels }) =>
    db.transaction().execute(async (transaction) => {
      await waitFor(transaction, engine, organizationId, 'say');
      const free: string[] = [];
      for (const sessionId of sessionIds) {
        const kept = await keptUntil(transaction, engine, { organizationId, sessionId }, at);
        if (kept === undefined) free.push(sessionId);
      }
      if (free.length === 0) return { taken: 0, about: [] };
      // Another server may be at it, too: each is counted once.
      const taken = await transaction
        .updateTable('sessions')
        .set({ authorUserId: null })
        .where('organizationId', '=', organizationId)
        .where('authorUserId', '=', userId)
        .where('sessionId', 'in', free)
        .returning('sessionId')
        .execute();
      if (taken.length === 0) return { taken: 0, about: [] };
      await raise(transaction, organizationId);
      const discussed = await transaction
        .selectFrom('reviewStandings')
        .select('sessionId')
        .where(
          'sessionId',
          'in',
          taken.map(({ sessionId }) => sessionId),
        )
        .orderBy('sessionId')
        .execute();
      const about = await toldAnew(transaction, organizationId, discussed, { at, channels });
      return { taken: taken.length, about };
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

/** What was said about these sessions, worked out anew for another author. */
async function toldAnew(
  transaction: Transaction<Database>,
  organizationId: string,
  sessions: readonly { sessionId: string }[],
  when: { at: number; channels: readonly Channel[] },
): Promise<{ sessionId: string; told: string[] }[]> {
  const about = [];
  for (const { sessionId } of sessions) {
    await nextVersion(transaction, sessionId, organizationId);
    about.push({ sessionId, told: await refreshStanding(transaction, sessionId, when) });
  }
  return about;
}
