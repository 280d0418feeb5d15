import { sql } from 'kysely';
import type { OrganizationStore } from '../domain/ports.ts';
import { Undo, undoable } from './connection/transaction.ts';
import type { OpenDatabase } from './database.ts';
import { bindIdentity } from './identity.ts';
import { memberRow } from './member.ts';

export const organizationStore = ({ db }: OpenDatabase): OrganizationStore => ({
  create: (organization, owner, principal) =>
    undoable(db, async (transaction) => {
      const bound = await bindIdentity(transaction, principal, owner.userId);
      if (!bound) throw new Undo('has_organization' as const);
      const added = await transaction
        .insertInto('organizations')
        .values(organization)
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .returning('organizationId')
        .executeTakeFirst();
      if (!added) throw new Undo('slug_taken' as const);
      await transaction.insertInto('members').values(memberRow(owner)).execute();
      return 'created' as const;
    }),

  find: (organizationId) =>
    db
      .selectFrom('organizations')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .executeTakeFirst(),

  async rename(organizationId, name, at) {
    await db
      .updateTable('organizations')
      .set({ name, updatedAt: at })
      .where('organizationId', '=', organizationId)
      .execute();
  },

  async delete(organizationId) {
    await db.transaction().execute(async (transaction) => {
      await sql`delete from identities where user_id in
        (select user_id from members where organization_id = ${organizationId})`.execute(transaction);
      for (const table of [
        'sessionOpenings',
        'sessions',
        'installations',
        'environments',
        'secrets',
        'members',
        'organizations',
      ] as const) {
        await transaction.deleteFrom(table).where('organizationId', '=', organizationId).execute();
      }
    });
  },

  all: () => db.selectFrom('organizations').selectAll().orderBy('createdAt').execute(),
});
