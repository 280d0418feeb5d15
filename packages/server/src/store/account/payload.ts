import type { AccountStore, PayloadRecord } from '../../idp/account.ts';
import type { OpenDatabase } from '../database.ts';

export const payloads = ({ db }: OpenDatabase): AccountStore['payload'] => {
  const where = (column: 'idHash' | 'uidHash') => (model: string, hash: string) =>
    db
      .selectFrom('providerPayloads')
      .selectAll()
      .where('model', '=', model)
      .where(column, '=', hash)
      .executeTakeFirst();

  return {
    async save(payload: PayloadRecord) {
      const { model: _, idHash: __, consumedAt: ___, ...rest } = payload;
      await db
        .insertInto('providerPayloads')
        .values(payload)
        .onConflict((conflict) => conflict.columns(['model', 'idHash']).doUpdateSet(rest))
        .execute();
    },
    find: where('idHash'),
    findByUid: where('uidHash'),
    async consume(model, idHash, at) {
      const consumed = await db
        .updateTable('providerPayloads')
        .set({ consumedAt: at })
        .where('model', '=', model)
        .where('idHash', '=', idHash)
        .where('consumedAt', 'is', null)
        .returning('idHash')
        .executeTakeFirst();
      return consumed !== undefined;
    },
    async delete(model, idHash) {
      await db
        .deleteFrom('providerPayloads')
        .where('model', '=', model)
        .where('idHash', '=', idHash)
        .execute();
    },
    async deleteGrant(grantHash) {
      await db.deleteFrom('providerPayloads').where('grantHash', '=', grantHash).execute();
    },
    async deleteAccount(accountId, exceptIdHash) {
      await db
        .deleteFrom('providerPayloads')
        .where('accountId', '=', accountId)
        .$if(exceptIdHash !== undefined, (query) => query.where('idHash', '!=', exceptIdHash as string))
        .execute();
      // Signed out everywhere else means at terminals, too.
      await db
        .deleteFrom('terminals')
        .where('userId', 'in', (query) =>
          query
            .selectFrom('identities')
            .select('userId')
            .where('subject', '=', accountId)
            .where('userId', 'is not', null)
            .$castTo<{ userId: string }>(),
        )
        .execute();
    },
  };
};
