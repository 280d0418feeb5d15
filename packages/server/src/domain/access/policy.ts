import {
  type AccessPolicy,
  type AccessPolicyAnswer,
  DebriefError,
  type HoldTime,
  type SetHold,
} from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import type { SessionRecord } from '../records.ts';
import { knownName } from '../review/default-policy.ts';
import { holdMilliseconds } from './reader.ts';

/** Nothing is held or restricted until a team says otherwise. */
export const usualAccess: AccessPolicy = { visibility: 'organization', hold: 'none', repositories: [] };

export async function getAccessPolicy(context: Context, actor: MemberActor): Promise<AccessPolicyAnswer> {
  const { access } = context.store;
  return {
    policy: (await access.policy(actor.organizationId)) ?? usualAccess,
    ownHold: await access.ownHold(actor.userId),
  };
}

export async function setAccessPolicy(
  context: Context,
  actor: MemberActor,
  input: AccessPolicy,
): Promise<AccessPolicyAnswer> {
  const { organizationId, userId } = actor;
  const policy: AccessPolicy = {
    visibility: input.visibility,
    hold: input.hold,
    repositories: input.repositories.map(({ repository, visibility, members, hold }) => ({
      repository: knownName(repository),
      visibility,
      members: visibility === 'members' ? [...new Set(members)] : [],
      hold,
    })),
  };
  const names = policy.repositories.map(({ repository }) => repository);
  if (new Set(names).size < names.length) {
    throw new DebriefError('validation_error', 'repositories names a repository twice.');
  }
  const members = await context.store.member.list(organizationId);
  const known = new Set(members.map((member) => member.userId));
  if (policy.repositories.some((one) => one.members.some((member) => !known.has(member)))) {
    throw new DebriefError('member_not_found', 'members names somebody who is no member.');
  }
  await context.store.access.setPolicy(organizationId, policy, { by: userId, at: context.clock() });
  await recordDeed(context, actor, 'access_policy_changed', organizationId);
  // Whoever follows a session, or their inbox, is asked anew whether they may.
  for (const member of members) context.bell?.ringMember(member.userId);
  return getAccessPolicy(context, actor);
}

/** From the next session on; what the policy holds longer stays held. */
export async function setOwnHold(
  context: Context,
  actor: MemberActor,
  { hold }: SetHold,
): Promise<AccessPolicyAnswer> {
  await context.store.access.setOwnHold(actor, hold, context.clock());
  return getAccessPolicy(context, actor);
}

/**
 * How long a new session is held: as the organization, its repository or its author says, whichever is longest. Without
 * an author nobody could read it, so it is not.
 */
export async function heldFromStart(
  { store }: Pick<Context, 'store'>,
  {
    organizationId,
    authorUserId,
    repository,
  }: Pick<SessionRecord, 'organizationId' | 'authorUserId' | 'repository'>,
): Promise<number | null> {
  if (authorUserId === null) return null;
  // Whoever chose a hold of their own has written the policy, too (D4).
  const policy = await store.access.policy(organizationId);
  if (!policy) return null;
  const times: (HoldTime | undefined)[] = [
    policy.hold,
    policy.repositories.find((one) => one.repository === repository)?.hold,
    await store.access.ownHold(authorUserId),
  ];
  const longest = Math.max(...times.map((time) => holdMilliseconds[time ?? 'none']));
  return longest === 0 ? null : longest;
}
