import type { AccessPolicy, Role } from '@debrief/contract';
import type { Kysely } from 'kysely';
import type { Principal } from '../domain/actor.ts';
import type { IdentityStore, Membership } from '../domain/ports.ts';
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
      disabledAt: null,
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

const memberOf = `select i.disabled_at as "disabledAt", m.organization_id as "organizationId", m.user_id as "userId",
  m.email, m.role, m.status, m.joined_at as "joinedAt", m.created_at as "createdAt", m.updated_at as "updatedAt",
  a.policy, o.closes_at as "closesAt"
  from identities i left join members m on m.user_id = i.user_id and m.status = 'active'
    left join access_policies a on a.organization_id = m.organization_id
    left join organizations o on o.organization_id = m.organization_id
  where i.issuer = $1 and i.subject = $2`;

type Row = MemberRecord & { disabledAt: number | null; policy: string | null; closesAt: number | null };

/** Owners export it, or take it back. */
const isShut = (role: Role, closesAt: number | null): boolean => closesAt !== null && role !== 'owner';

const withAccess = (member: MemberRecord, policy: string | null): Membership =>
  policy === null ? member : { ...member, access: JSON.parse(policy) as AccessPolicy };

/**
 * Makes a pending invitation an active membership of the principal. Undefined when it is not pending or the principal
 * has a membership already: the caller undoes its transaction then.
 */
export async function acceptInvitation(
  db: Kysely<Database>,
  userId: string,
  principal: Principal,
  at: number,
): Promise<MemberRecord | undefined> {
  // The invitation first: of two who accept it at once, one waits here and then finds it taken.
  const active = await db
    .updateTable('members')
    .set({ status: 'active', joinedAt: at, updatedAt: at })
    .where('userId', '=', userId)
    .where('status', '=', 'invited')
    .returning(memberColumns)
    .executeTakeFirst();
  if (!active) return undefined;
  return (await bindIdentity(db, principal, userId)) ? active : undefined;
}

export const identityStore = ({ db, lookUp }: OpenDatabase): IdentityStore => ({
  async findMember(issuer, subject) {
    const row = await lookUp<Row>(memberOf, [issuer, subject]);
    if (!row) return undefined;
    const { disabledAt, policy, closesAt, ...member } = row;
    if (disabledAt !== null) return 'disabled';
    if (member.userId === null) return undefined;
    return isShut(member.role, closesAt) ? 'closing' : withAccess(member, policy);
  },

  async findActive(userId) {
    const row = await db
      .selectFrom('members')
      .innerJoin('identities', 'identities.userId', 'members.userId')
      .leftJoin('accessPolicies', 'accessPolicies.organizationId', 'members.organizationId')
      .innerJoin('organizations', 'organizations.organizationId', 'members.organizationId')
      .select([...memberColumns, 'accessPolicies.policy', 'organizations.closesAt'])
      .where('members.userId', '=', userId)
      .where('members.status', '=', 'active')
      .where('identities.disabledAt', 'is', null)
      .executeTakeFirst();
    if (!row || isShut(row.role, row.closesAt)) return undefined;
    const { policy, closesAt: _, ...member } = row;
    return withAccess(member, policy);
  },

  activate: (principal, at) =>
    undoable(db, async (transaction) => {
      const invited = await transaction
        .selectFrom('members')
        .select('members.userId')
        .where('emailLower', '=', principal.email.toLowerCase())
        .where('status', '=', 'invited')
        .orderBy('createdAt')
        .orderBy('organizationId')
        .limit(1)
        .executeTakeFirst();
      const active = invited && (await acceptInvitation(transaction, invited.userId, principal, at));
      if (!active) throw new Undo(undefined);
      return active;
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
      .values({ issuer, subject, userId: null, disabledAt: null, ...fields })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(fields))
      .execute();
  },
});
