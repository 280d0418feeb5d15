import type { Transaction } from 'kysely';
import type { AccountStore, LinkRecord } from '../../idp/account.ts';
import type { Database, OpenDatabase } from '../database.ts';

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

/** The delete is what makes it single-use: of two that race, one gets the row. */
export const spendLink = (
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

export const links = ({ db }: OpenDatabase): AccountStore['link'] => ({
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
