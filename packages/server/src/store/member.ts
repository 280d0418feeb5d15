import type { MemberStore } from '../domain/ports.ts';
import type { MemberRecord } from '../domain/records.ts';
import { waitFor } from './connection/wait.ts';
import type { Database, OpenDatabase } from './database.ts';
import { forgetMembers, releaseIdentities } from './release.ts';
import { releaseReviews } from './review/release.ts';

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

export const memberRow = (member: MemberRecord): Omit<Database['members'], 'hold'> => ({
  ...member,
  emailLower: member.email.toLowerCase(),
});

export const memberStore = ({ db, engine }: OpenDatabase): MemberStore => ({
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

  change: ({ organizationId, userId }, to, at, mayChange, leaving) =>
    db.transaction().execute(async (transaction) => {
      if (to === 'remove') await waitFor(transaction, engine, organizationId, 'end');
      // Takes the organization's row, so that two owners cannot both make the other the last one.
      await transaction
        .updateTable('organizations')
        .set((row) => ({ updatedAt: row.ref('updatedAt') }))
        .where('organizationId', '=', organizationId)
        .execute();
      const members = await transaction
        .selectFrom('members')
        .select(memberColumns)
        .where('organizationId', '=', organizationId)
        .where((row) => row.or([row('userId', '=', userId), row('role', '=', 'owner')]))
        .orderBy('joinedAt')
        .execute();
      const before = members.find((member) => member.userId === userId);
      if (!before) return undefined;
      if (!mayChange(before)) return 'refused';
      const successor = members.find(
        (member) => member.userId !== userId && member.role === 'owner' && member.status === 'active',
      );
      const isOwner = before.role === 'owner' && before.status === 'active';
      if (isOwner && to !== 'owner') {
        if (!successor) return 'last_owner';
        await transaction
          .updateTable('organizations')
          .set({ ownerUserId: successor.userId })
          .where('organizationId', '=', organizationId)
          .where('ownerUserId', '=', userId)
          .execute();
      }
      if (to === 'remove') {
        await releaseIdentities(transaction, [userId]);
        await transaction
          .deleteFrom('members')
          .where('organizationId', '=', organizationId)
          .where('userId', '=', userId)
          .execute();
        await forgetMembers(transaction, [userId]);
        if (leaving) await transaction.insertInto('dataRequests').values(leaving).execute();
        const released = await releaseReviews(transaction, { organizationId, userId }, at);
        return { before, after: before, released };
      }
      if (before.role === to) return { before, after: before, released: [] };
      await transaction
        .updateTable('members')
        .set({ role: to, updatedAt: at })
        .where('organizationId', '=', organizationId)
        .where('userId', '=', userId)
        .execute();
      return { before, after: { ...before, role: to, updatedAt: at }, released: [] };
    }),

  delete: (userId, at) =>
    db.transaction().execute(async (transaction) => {
      const found = await transaction
        .selectFrom('members')
        .select('organizationId')
        .where('userId', '=', userId)
        .executeTakeFirst();
      if (found) await waitFor(transaction, engine, found.organizationId, 'end');
      await releaseIdentities(transaction, [userId]);
      const member = await transaction
        .deleteFrom('members')
        .where('userId', '=', userId)
        .returning(memberColumns)
        .executeTakeFirst();
      await forgetMembers(transaction, [userId]);
      return member && { member, released: await releaseReviews(transaction, member, at) };
    }),

  findByEmail: (email) =>
    db
      .selectFrom('members')
      .select(memberColumns)
      .where('emailLower', '=', email.toLowerCase())
      .orderBy('createdAt')
      .execute(),
});
