import {
  type ChangeMember,
  DebriefError,
  type Invitation,
  type InvitedMember,
  type InviteMember,
  type Member,
  type RemoveMember,
  type Role,
} from '@debrief/contract';
import { hasRole, type MemberActor } from './actor.ts';
import { recordDeed } from './audit.ts';
import type { Context } from './context.ts';
import { isId, newId } from './id.ts';
import { leavingRequest, refuseIfKept } from './own-data/request.ts';
import type { DataRequestRecord } from './own-data/request-ports.ts';
import type { IssuedInvitation } from './ports.ts';
import { iso, isoOrNone, present } from './present.ts';
import type { MemberRecord } from './records.ts';
import { tellReleased } from './review/assignment.ts';

const presentMember = (member: MemberRecord): Member =>
  present({
    ...member,
    joinedAt: isoOrNone(member.joinedAt),
    createdAt: iso(member.createdAt),
    updatedAt: iso(member.updatedAt),
  });

export async function listMembers(context: Context, actor: MemberActor): Promise<{ users: Member[] }> {
  const members = await context.store.member.list(actor.organizationId);
  return { users: members.map(presentMember) };
}

/** Only an owner hands out, or takes back, ownership (A16, O12). */
function mayGrant(actor: MemberActor, role: Role): void {
  if (role === 'owner' && actor.role !== 'owner') {
    throw new DebriefError('insufficient_role', 'Only an owner may invite an owner.');
  }
}

export async function inviteMember(
  context: Context,
  actor: MemberActor,
  input: InviteMember,
): Promise<InvitedMember> {
  const role = input.role ?? 'member';
  mayGrant(actor, role);
  if (context.invitations.sendsMail) await context.invitations.admit(actor.organizationId, input.email);
  const now = context.clock();
  const outcome = await context.store.member.invite(
    {
      organizationId: actor.organizationId,
      userId: newId('usr'),
      email: input.email,
      role,
      status: 'invited',
      joinedAt: null,
      createdAt: now,
      updatedAt: now,
    },
    // An invitation to be an owner may only be changed by an owner; decided inside the transaction (O12).
    (existing) => existing.role !== 'owner' || hasRole(actor.role, 'owner'),
  );
  if (outcome === 'active') throw new DebriefError('member_exists', 'This person is already a member.');
  if (outcome === 'refused') {
    throw new DebriefError('insufficient_role', 'Only an owner may change the invitation of an owner.');
  }
  await recordDeed(context, actor, 'member_invited', outcome.userId);
  if (context.invitations.sendsMail) await context.invitations.invite(outcome);
  const { userId, email, status } = outcome;
  return { userId, email, role: outcome.role, status };
}

/** Extension. What an admin may not give, an admin may not take either: owners are for owners to change. */
export async function changeMember(
  context: Context,
  actor: MemberActor,
  input: ChangeMember & { userId: string },
): Promise<Member> {
  if (input.role === 'owner' && actor.role !== 'owner') {
    throw new DebriefError('insufficient_role', 'Only an owner may make somebody an owner.');
  }
  const { before, after } = await change(context, actor, input.userId, input.role);
  if (before.role !== after.role) {
    context.bell?.ringMember(after.userId);
    await recordDeed(context, actor, 'member_role_changed', after.userId);
  }
  return presentMember(after);
}

/**
 * Extension. Counts from the next request on: a token proves who it is, the records what they may (A15). The store ends
 * what the person is signed in with (O22); the bell ends the streams they follow. What becomes of their sessions is
 * said with it, and done by housekeeping (D12).
 */
export async function removeMember(
  context: Context,
  actor: MemberActor,
  { userId, sessions = 'keep' }: RemoveMember & { userId: string },
): Promise<Member> {
  const leaving = sessions === 'keep' ? undefined : leavingRequest(context, actor, userId, sessions);
  if (leaving) await refuseIfKept(context, actor, userId);
  const { before, released } = await change(context, actor, userId, 'remove', leaving);
  context.bell?.ringMember(before.userId);
  await recordDeed(context, actor, 'member_removed', before.userId);
  if (leaving) {
    await recordDeed(context, actor, 'leaving_sessions_decided', leaving.requestId);
    context.hurry?.('data requests');
  }
  await tellReleased(context, actor.organizationId, released, actor.userId);
  return presentMember(before);
}

async function change(
  context: Context,
  actor: MemberActor,
  userId: string,
  to: Role | 'remove',
  leaving?: DataRequestRecord,
) {
  const { organizationId } = actor;
  const outcome = isId('usr', userId)
    ? await context.store.member.change(
        { organizationId, userId },
        to,
        context.clock(),
        (existing) => existing.role !== 'owner' || actor.role === 'owner',
        leaving,
      )
    : undefined;
  if (!outcome) throw new DebriefError('member_not_found', 'No such member in this organization.');
  if (outcome === 'refused') {
    throw new DebriefError('insufficient_role', 'Only an owner may change or remove an owner.');
  }
  if (outcome === 'last_owner') {
    throw new DebriefError('last_owner', 'An organization needs an owner; make somebody else one first.');
  }
  return outcome;
}

/** Extension: mails the link, or returns it for an admin to hand over (O18). */
export async function inviteByLink(
  context: Context,
  actor: MemberActor,
  input: { userId: string; handOver?: boolean },
): Promise<Invitation> {
  const member = isId('usr', input.userId)
    ? await context.store.member.find(actor.organizationId, input.userId)
    : undefined;
  if (!member) throw new DebriefError('member_not_found', 'No such member in this organization.');
  mayGrant(actor, member.role);
  if (member.status === 'active') {
    throw new DebriefError('member_active', 'This person has already accepted the invitation.');
  }
  const invitation =
    (input.handOver ? undefined : await context.invitations.findMailed(member)) ??
    (await issueInvitation(context, actor, member, input.handOver));
  const { expiresAt, ...rest } = invitation;
  return { userId: member.userId, ...rest, ...(expiresAt !== undefined && { expiresAt: iso(expiresAt) }) };
}

async function issueInvitation(
  context: Context,
  actor: MemberActor,
  member: MemberRecord,
  handOver: boolean | undefined,
): Promise<IssuedInvitation> {
  await context.invitations.admit(actor.organizationId, member.email);
  const invitation = await context.invitations.invite(member, { handOver });
  await recordDeed(context, actor, 'invitation_link_issued', member.userId);
  return invitation;
}
