import type { Transaction } from 'kysely';
import type { AccountRecord, AccountStore, KeyRecord, LinkRecord, PayloadRecord } from '../idp/account.ts';
import { Undo, undoable } from './connection/transaction.ts';
import { guarded } from './connection/unavailable.ts';
import type { Database, OpenDatabase } from './database.ts';

const accountColumns = ['accountId', 'email', 'passwordHash', 'createdAt', 'updatedAt'] as const;
const linkColumns = [
  'tokenHash',
  'linkId',
  'purpose',
  'subject',
  'email',
  'createdAt',
  'expiresAt',
] as const satisfies (keyof LinkRecord)[];

export const accountStore = (database: OpenDatabase): AccountStore => ({
  account: guarded(accounts(database)),
  link: guarded(links(database)),
  payload: guarded(payloads(database)),
  key: guarded(keys(database)),
  attempt: guarded(attempts(database)),
  ...guarded({
    async purge(at: number, attemptsBefore: number) {
      const { db } = database;
      await db.deleteFrom('providerPayloads').where('expiresAt', '<', at).execute();
      await db.deleteFrom('accountLinks').where('expiresAt', '<', at).execute();
      await db.deleteFrom('signInAttempts').where('lastAt', '<', attemptsBefore).execute();
    },
  }),
});

const accounts = ({ db }: OpenDatabase): AccountStore['account'] => ({
  any: async () =>
    (await db.selectFrom('accounts').select('accountId').limit(1).executeTakeFirst()) !== undefined,

  find: (accountId) =>
    db.selectFrom('accounts').select(accountColumns).where('accountId', '=', accountId).executeTakeFirst(),

  findByEmail: (email) =>
    db
      .selectFrom('accounts')
      .select(accountColumns)
      .where('emailLower', '=', email.toLowerCase())
      .executeTakeFirst(),

  create: (account, tokenHash) =>
    undoable(db, async (transaction) => {
      const link = await spendLink(transaction, tokenHash, account.createdAt);
      if (!link) return 'link_spent';
      if (link.purpose === 'setup') {
        const first = await transaction
          .selectFrom('accounts')
          .select('accountId')
          .limit(1)
          .executeTakeFirst();
        if (first) return 'link_spent';
      }
      const added = await transaction
        .insertInto('accounts')
        .values(accountRow(account))
        .onConflict((conflict) => conflict.column('emailLower').doNothing())
        .returning('accountId')
        .executeTakeFirst();
      if (!added) throw new Undo('email_taken' as const);
      return 'created';
    }),

  async changePassword(accountId, passwordHash, at) {
    await setPassword(db, accountId, passwordHash, at);
  },

  resetPassword: (tokenHash, passwordHash, at) =>
    undoable(db, async (transaction) => {
      const link = await spendLink(transaction, tokenHash, at);
      if (link?.purpose !== 'password') throw new Undo(false);
      return setPassword(transaction, link.subject, passwordHash, at);
    }),

  delete: (accountId) =>
    db.transaction().execute(async (transaction) => {
      const gone = await transaction
        .deleteFrom('accounts')
        .where('accountId', '=', accountId)
        .returning('accountId')
        .executeTakeFirst();
      await transaction.deleteFrom('accountLinks').where('subject', '=', accountId).execute();
      await transaction.deleteFrom('providerPayloads').where('accountId', '=', accountId).execute();
      return gone !== undefined;
    }),
});

const accountRow = (account: AccountRecord): Database['accounts'] => ({
  ...account,
  emailLower: account.email.toLowerCase(),
});

async function setPassword(
  db: OpenDatabase['db'] | Transaction<Database>,
  accountId: string,
  passwordHash: string,
  at: number,
): Promise<boolean> {
  const changed = await db
    .updateTable('accounts')
    .set({ passwordHash, updatedAt: at })
    .where('accountId', '=', accountId)
    .returning('accountId')
    .executeTakeFirst();
  return changed !== undefined;
}

/** The delete is what makes it single-use: of two that race, one gets the row. */
const spendLink = (
  transaction: Transaction<Database>,
  tokenHash: string,
  at: number,
): Promise<LinkRecord | undefined> =>
  transaction
    .deleteFrom('accountLinks')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', at)
    .returning(linkColumns)
    .executeTakeFirst();

const links = ({ db }: OpenDatabase): AccountStore['link'] => ({
  async issue(link) {
    const { purpose: _, subject: __, ...rest } = link;
    await db
      .insertInto('accountLinks')
      .values(link)
      .onConflict((conflict) => conflict.columns(['purpose', 'subject']).doUpdateSet(rest))
      .execute();
  },

  async keep(link) {
    const { purpose, subject, ...rest } = link;
    await db
      .insertInto('accountLinks')
      .values(link)
      .onConflict((conflict) =>
        conflict
          .columns(['purpose', 'subject'])
          .doUpdateSet(rest)
          .where('accountLinks.expiresAt', '<=', link.createdAt),
      )
      .execute();
    return db
      .selectFrom('accountLinks')
      .select(linkColumns)
      .where('purpose', '=', purpose)
      .where('subject', '=', subject)
      .executeTakeFirstOrThrow();
  },

  find: (tokenHash, at) =>
    db
      .selectFrom('accountLinks')
      .select(linkColumns)
      .where('tokenHash', '=', tokenHash)
      .where('expiresAt', '>', at)
      .executeTakeFirst(),
});

const payloads = ({ db }: OpenDatabase): AccountStore['payload'] => {
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
    },
  };
};

const keys = ({ db }: OpenDatabase): AccountStore['key'] => ({
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

const attempts = ({ db, engine }: OpenDatabase): AccountStore['attempt'] => ({
  change: (buckets, judge) =>
    db.transaction().execute(async (transaction) => {
      // Rows first, in one order everywhere: two that share a bucket queue up instead of overlooking each other.
      const ordered = [...new Set(buckets)].sort();
      for (const bucket of ordered) {
        await transaction
          .insertInto('signInAttempts')
          .values({ bucket, history: '[]', lastAt: 0 })
          .onConflict((conflict) => conflict.column('bucket').doNothing())
          .execute();
      }
      const rows = await transaction
        .selectFrom('signInAttempts')
        .selectAll()
        .where('bucket', 'in', ordered)
        .orderBy('bucket')
        .$if(engine === 'postgres', (query) => query.forUpdate())
        .execute();
      const found = new Map(rows.map((row) => [row.bucket, JSON.parse(row.history) as number[]]));
      const { histories, result } = judge(buckets.map((bucket) => found.get(bucket) ?? []));
      for (const [index, bucket] of buckets.entries()) {
        const history = histories[index] ?? [];
        await transaction
          .updateTable('signInAttempts')
          .set({ history: JSON.stringify(history), lastAt: history.at(-1) ?? 0 })
          .where('bucket', '=', bucket)
          .execute();
      }
      return result;
    }),
});
