import type { AccountStore, KeyRecord } from '../../idp/account.ts';
import type { OpenDatabase } from '../database.ts';

export const keys = ({ db }: OpenDatabase): AccountStore['key'] => ({
  list: (kind) =>
    db.selectFrom('providerKeys').selectAll().where('kind', '=', kind).orderBy('ordinal').execute(),

  async add(key: KeyRecord) {
    const added = await db
      .insertInto('providerKeys')
      .values(key)
      .onConflict((conflict) => conflict.columns(['kind', 'ordinal']).doNothing())
      .returning('ordinal')
      .executeTakeFirst();
    return added !== undefined;
  },

  async delete(kind, ordinal) {
    await db.deleteFrom('providerKeys').where('kind', '=', kind).where('ordinal', '=', ordinal).execute();
  },
});
