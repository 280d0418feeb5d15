import type { MemberRecord } from '../domain/member.ts';
import type { MemberStore } from '../domain/ports.ts';
import type { Database, OpenDatabase } from './database.ts';

export const memberColumns = [
  'members.organizationId',
  'members.userId',
  'members.email',
  'members.role',
  'members.status',
  'members.joinedAt',
  'members.createdAt',
  'members.updatedAt',
] as const;

export const memberRow = (member: MemberRecord): Database['members'] => ({
  ...member,
  emailLower: member.email.toLowerCase(),
});

export const memberStore = ({ db }: OpenDatabase): MemberStore => ({
  list: (organizationId) =>
    db
      .selectFrom('members')
      .select(memberColumns)
      .where('organizationId', '=', organizationId)
      .orderBy('createdAt')
      .orderBy('userId')
      .execute(),

  find: (organizationId, userId) =>
    db
      .selectFrom('members')
      .select(memberColumns)
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .executeTakeFirst(),

  invite: (member, mayChange) =>
    db.transaction().execute(async (transaction) => {
      const added = await transaction
        .insertInto('members')
        .values(memberRow(member))
        .onConflict((conflict) => conflict.columns(['organizationId', 'emailLower']).doNothing())
        .returning('userId')
        .executeTakeFirst();
      if (added) return member;
      const existing = await transaction
        .selectFrom('members')
        .select(memberColumns)
        .where('organizationId', '=', member.organizationId)
        .where('emailLower', '=', member.email.toLowerCase())
        .executeTakeFirstOrThrow();
      if (existing.status === 'active') return 'active';
      if (!mayChange(existing)) return 'refused';
      const refreshed = await transaction
        .updateTable('members')
        .set({ role: member.role, updatedAt: member.updatedAt })
        .where('organizationId', '=', member.organizationId)
        .where('userId', '=', existing.userId)
        // Somebody may have accepted it since we looked.
        .where('status', '=', 'invited')
        .returning('userId')
        .executeTakeFirst();
      return refreshed ? { ...existing, role: member.role, updatedAt: member.updatedAt } : 'active';
    }),

  delete: (userId) =>
    db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('identities').where('userId', '=', userId).execute();
      return transaction
        .deleteFrom('members')
        .where('userId', '=', userId)
        .returning(memberColumns)
        .executeTakeFirst();
    }),

  findByEmail: (email) =>
    db
      .selectFrom('members')
      .select(memberColumns)
      .where('emailLower', '=', email.toLowerCase())
      .orderBy('createdAt')
      .execute(),
});
