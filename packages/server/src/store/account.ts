import type { Transaction } from 'kysely';
import {
  type AccountRecord,
  type AccountStore,
  type KeyRecord,
  type LinkRecord,
  maxClaims,
  type NewAccount,
  type PayloadRecord,
} from '../idp/account.ts';
import { Undo, undoable } from './connection/transaction.ts';
import { guarded } from './connection/unavailable.ts';
import type { Database, OpenDatabase } from './database.ts';
import { acceptInvitation } from './identity.ts';

const accountColumns = [
  'accountId',
  'email',
  'emailVerified',
  'passwordHash',
  'disabledAt',
  'createdAt',
  'updatedAt',
] as const;

type AccountRow = Omit<AccountRecord, 'emailVerified'> & { emailVerified: number };

const accountOf = (row: AccountRow): AccountRecord => ({ ...row, emailVerified: row.emailVerified === 1 });
const linkColumns = [
  'tokenHash',
  'linkId',
  'purpose',
  'subject',
  'email',
  'carrier',
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

  async find(accountId) {
    const row = await db
      .selectFrom('accounts')
      .select(accountColumns)
      .where('accountId', '=', accountId)
      .executeTakeFirst();
    return row && accountOf(row);
  },

  async findByEmail(email) {
    const rows = await db
      .selectFrom('accounts')
      .select(accountColumns)
      .where('emailLower', '=', email.toLowerCase())
      .orderBy('emailVerified', 'desc')
      .orderBy('createdAt', 'desc')
      .orderBy('accountId')
      .limit(maxClaims)
      .execute();
    return rows.map(accountOf);
  },

  create: (account, tokenHash, issuer) =>
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
      const emailVerified = await addAccount(transaction, account, link.carrier === 'mail');
      const created = { ...account, emailVerified, disabledAt: null };
      if (link.purpose !== 'invitation') return { account: created, member: undefined };
      const member = await join(transaction, link.subject, created, issuer, account.createdAt);
      // Withdrawn in this very moment: the link is void, and there shall be no account either.
      if (!member) throw new Undo('link_spent' as const);
      return { account: created, member };
    }),

  accept: (tokenHash, account, issuer, at) =>
    undoable(db, async (transaction) => {
      const link = await spendLink(transaction, tokenHash, at);
      if (link?.purpose !== 'invitation') throw new Undo('link_spent' as const);
      const held = await transaction
        .selectFrom('identities')
        .innerJoin('members', 'members.userId', 'identities.userId')
        .select('members.userId')
        .where('issuer', '=', issuer)
        .where('subject', '=', account.accountId)
        .executeTakeFirst();
      if (held) throw new Undo('has_membership' as const);
      const member = await join(transaction, link.subject, account, issuer, at);
      if (!member) throw new Undo('link_spent' as const);
      if (link.carrier === 'mail') await proveAddress(transaction, account.accountId);
      return member;
    }),

  async changePassword(accountId, passwordHash, at) {
    await setPassword(db, accountId, passwordHash, at);
  },

  resetPassword: (tokenHash, passwordHash, at) =>
    undoable(db, async (transaction) => {
      const link = await spendLink(transaction, tokenHash, at);
      if (link?.purpose !== 'password') throw new Undo(false);
      if (!(await setPassword(transaction, link.subject, passwordHash, at))) return false;
      if (link.carrier === 'mail') await proveAddress(transaction, link.subject);
      return true;
    }),

  setDisabled: (accountId, issuer, at) =>
    db.transaction().execute(async (transaction) => {
      const disabledAt = at ?? null;
      await transaction
        .updateTable('accounts')
        .set({ disabledAt })
        .where('accountId', '=', accountId)
        .execute();
      // Access tokens outlive the sessions by minutes; the API looks here on every request.
      await transaction
        .insertInto('identities')
        .values({
          issuer,
          subject: accountId,
          userId: null,
          email: null,
          emailVerified: 0,
          profileAt: null,
          disabledAt,
        })
        .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ disabledAt }))
        .execute();
      if (at !== undefined) {
        await transaction.deleteFrom('providerPayloads').where('accountId', '=', accountId).execute();
      }
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

/** Adds the account; tells whether its address counts as proved. Of two that race to prove it, one does. */
async function addAccount(
  transaction: Transaction<Database>,
  account: NewAccount,
  proved: boolean,
): Promise<boolean> {
  const row = { ...account, emailLower: account.email.toLowerCase(), disabledAt: null };
  if (proved) {
    const added = await transaction
      .insertInto('accounts')
      .values({ ...row, emailVerified: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('accountId')
      .executeTakeFirst();
    if (added) return true;
  }
  await transaction
    .insertInto('accounts')
    .values({ ...row, emailVerified: 0 })
    .execute();
  return false;
}

const join = (
  transaction: Transaction<Database>,
  userId: string,
  account: AccountRecord,
  issuer: string,
  at: number,
) =>
  acceptInvitation(
    transaction,
    userId,
    { issuer, subject: account.accountId, email: account.email, emailVerified: account.emailVerified },
    at,
  );

/** Whoever has set a new password through the mail owns both: the address and the account. */
async function proveAddress(transaction: Transaction<Database>, accountId: string): Promise<void> {
  await transaction
    .updateTable('accounts')
    .set({ emailVerified: 1 })
    .where('accountId', '=', accountId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('accounts as other')
            .select('other.accountId')
            .whereRef('other.emailLower', '=', 'accounts.emailLower')
            .where('other.emailVerified', '=', 1),
        ),
      ),
    )
    .execute();
}

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

  findFor: (purpose, subject, at) =>
    db
      .selectFrom('accountLinks')
      .select(linkColumns)
      .where('purpose', '=', purpose)
      .where('subject', '=', subject)
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
