import type { Kysely } from 'kysely';
import type { Principal } from '../domain/actor.ts';
import type { IdentityStore } from '../domain/ports.ts';
import type { MemberRecord } from '../domain/records.ts';
import { Undo, undoable } from './connection/transaction.ts';
import type { Database, OpenDatabase } from './database.ts';
import { memberColumns } from './member.ts';

/** Binds (issuer, subject) to a user id for good; false when it is bound already. */
export async function bindIdentity(
  db: Kysely<Database>,
  principal: Principal,
  userId: string,
): Promise<boolean> {
  const bound = await db
    .insertInto('identities')
    .values({
      issuer: principal.issuer,
      subject: principal.subject,
      userId,
      email: principal.email ?? null,
      emailVerified: principal.emailVerified ? 1 : 0,
      profileAt: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['issuer', 'subject'])
        .doUpdateSet({ userId: (row) => row.ref('excluded.userId') })
        .where('identities.userId', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst();
  return bound !== undefined;
}

const activeMember = `select m.organization_id as "organizationId", m.user_id as "userId", m.email, m.role, m.status,
  m.joined_at as "joinedAt", m.created_at as "createdAt", m.updated_at as "updatedAt"
  from identities i join members m on m.user_id = i.user_id
  where i.issuer = $1 and i.subject = $2 and m.status = 'active'`;

export const identityStore = ({ db, rows }: OpenDatabase): IdentityStore => ({
  async findMember(issuer, subject) {
    const [member] = await rows<MemberRecord>(activeMember, [issuer, subject]);
    return member;
  },

  activate: (principal, at) =>
    undoable(db, async (transaction) => {
      const invited = await transaction
        .selectFrom('members')
        .select(memberColumns)
        .where('emailLower', '=', principal.email.toLowerCase())
        .where('status', '=', 'invited')
        .orderBy('createdAt')
        .orderBy('organizationId')
        .limit(1)
        .executeTakeFirst();
      if (!invited) return undefined;
      // The invitation first: of two people with this address, one waits here and then finds it taken.
      const active = await transaction
        .updateTable('members')
        .set({ status: 'active', joinedAt: at, updatedAt: at })
        .where('organizationId', '=', invited.organizationId)
        .where('userId', '=', invited.userId)
        .where('status', '=', 'invited')
        .returning('userId')
        .executeTakeFirst();
      if (!active) throw new Undo(undefined);
      if (!(await bindIdentity(transaction, principal, invited.userId))) throw new Undo(undefined);
      return { ...invited, status: 'active' as const, joinedAt: at, updatedAt: at };
    }),

  async findProfile(issuer, subject, since) {
    const row = await db
      .selectFrom('identities')
      .select(['email', 'emailVerified'])
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .where('profileAt', '>=', since)
      .executeTakeFirst();
    return row && { email: row.email, emailVerified: row.emailVerified === 1 };
  },

  async saveProfile(issuer, subject, profile, at) {
    const fields = { email: profile.email, emailVerified: profile.emailVerified ? 1 : 0, profileAt: at };
    await db
      .insertInto('identities')
      .values({ issuer, subject, userId: null, ...fields })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(fields))
      .execute();
  },
});
