import type { TokenScope } from '@debrief/contract';
import type { TokenRecord, TokenStore } from '../../domain/token/ports.ts';
import type { Database, OpenDatabase } from '../database.ts';

const recordOf = ({ scopes, ...row }: Database['tokens']): TokenRecord => ({
  ...row,
  scopes: scopes.split(' ') as TokenScope[],
});

export const tokenStore = ({ db }: OpenDatabase): TokenStore => ({
  add: (token, most) =>
    db.transaction().execute(async (transaction) => {
      // Takes the organization's row, so that two requests do not both make the last one.
      await transaction
        .updateTable('organizations')
        .set((row) => ({ updatedAt: row.ref('updatedAt') }))
        .where('organizationId', '=', token.organizationId)
        .execute();
      const { working } = await transaction
        .selectFrom('tokens')
        .select(({ fn }) => fn.countAll().as('working'))
        .where('organizationId', '=', token.organizationId)
        .where('userId', token.userId === null ? 'is' : '=', token.userId)
        .where('revokedAt', 'is', null)
        .where('expiresAt', '>', token.createdAt)
        .executeTakeFirstOrThrow();
      if (Number(working) >= most) return false;
      await transaction
        .insertInto('tokens')
        .values({ ...token, scopes: token.scopes.join(' ') })
        .execute();
      return true;
    }),

  async findByDigest(digest) {
    const row = await db.selectFrom('tokens').selectAll().where('digest', '=', digest).executeTakeFirst();
    return row && recordOf(row);
  },

  async find(organizationId, tokenId) {
    const row = await db
      .selectFrom('tokens')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('tokenId', '=', tokenId)
      .executeTakeFirst();
    return row && recordOf(row);
  },

  async noteUse(tokenId, at, channel) {
    await db
      .updateTable('tokens')
      .set({ lastUsedAt: at, lastChannel: channel })
      .where('tokenId', '=', tokenId)
      .execute();
  },

  async list(organizationId, userId) {
    const rows = await db
      .selectFrom('tokens')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .$if(userId !== undefined, (query) => query.where('userId', '=', userId as string))
      .orderBy('createdAt', 'desc')
      .orderBy('tokenId')
      .limit(1000)
      .execute();
    return rows.map(recordOf);
  },

  async revoke(tokenId, { by, at }) {
    const revoked = await db
      .updateTable('tokens')
      .set({ revokedAt: at, revokedBy: by })
      .where('tokenId', '=', tokenId)
      .where('revokedAt', 'is', null)
      .returning('tokenId')
      .executeTakeFirst();
    return revoked !== undefined;
  },
});
