import { DebriefError } from '@debrief/contract';
import type { GuestActor, Identity, MemberActor, Principal } from './actor.ts';
import { record } from './audit.ts';
import type { Context } from './context.ts';
import type { Membership } from './ports.ts';

const asActor = (member: Membership): MemberActor => ({
  kind: 'member',
  organizationId: member.organizationId,
  userId: member.userId,
  role: member.role,
  ...(member.access && { access: member.access }),
});

function enabled(member: Membership | 'disabled' | 'closing'): Membership {
  if (member === 'disabled') throw new DebriefError('invalid_token', 'This account is disabled.');
  if (member === 'closing')
    throw new DebriefError(
      'organization_closing',
      'This organization is being deleted; only its owners get in until then.',
    );
  return member;
}

/**
 * The person behind a verified token, with the role our records give them right now (A15). Without a membership,
 * a verified e-mail address that was invited becomes an active one (O14), except where the caller is about to
 * found an organization of their own (O2).
 */
export async function signIn(
  context: Context,
  identity: Identity,
  options: { activate: boolean },
): Promise<MemberActor | GuestActor> {
  const { issuer, subject } = identity;
  const member = await context.store.identity.findMember(issuer, subject);
  if (member) return asActor(enabled(member));
  const { email, emailVerified } = await identity.profile();
  const principal: Principal = { issuer, subject, emailVerified, ...(email && { email }) };
  if (options.activate && email && emailVerified) {
    const activated = await context.store.identity.activate({ ...principal, email }, context.clock());
    if (activated) {
      await record(context, {
        action: 'member_activated',
        organizationId: activated.organizationId,
        actorId: activated.userId,
        targetId: activated.userId,
      });
    }
    // With the rules of the organization about who reads what. A parallel request of the same person may have been first.
    const joined = await context.store.identity.findMember(issuer, subject);
    if (joined) return asActor(enabled(joined));
  }
  return { kind: 'guest', principal };
}
