import type { Transaction } from 'kysely';
import { type AccountRecord, type AccountStore, maxClaims, type NewAccount } from '../../idp/account.ts';
import { Undo, undoable } from '../connection/transaction.ts';
import type { Database, OpenDatabase } from '../database.ts';
import { acceptInvitation } from '../identity.ts';
import { spendLink } from './link.ts';

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
export const accounts = ({ db }: OpenDatabase): AccountStore['account'] => ({
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
