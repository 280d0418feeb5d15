import { DebriefError, type NotificationReason } from '@debrief/contract';
import { hasRole, type MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { notify } from '../review/notification.ts';

/** A member asks for a machine that has an author: they and the admins are told, and one of them answers (W15). */
export async function requestMachine(
  context: Context,
  actor: MemberActor,
  environmentId: string,
  authorUserId: string,
): Promise<void> {
  const { organizationId, userId } = actor;
  const request = { organizationId, environmentId, userId, requestedAt: context.clock() };
  if (!(await context.store.author.addRequest(request))) return;
  await recordDeed(context, actor, 'claim_requested', environmentId);
  await notify(context, { organizationId, userId: authorUserId, environmentId, reason: 'claim', by: userId });
  await tellAdmins(context, actor, { environmentId, reason: 'claim', except: authorUserId });
}

/** Admins and owners, but for who did it. */
export async function tellAdmins(
  context: Context,
  actor: MemberActor,
  news: { environmentId: string; reason: NotificationReason; except?: string },
): Promise<void> {
  const { organizationId, userId: by } = actor;
  const { environmentId, reason, except } = news;
  for (const { userId, role, status } of await context.store.member.list(organizationId)) {
    if (status !== 'active' || !hasRole(role, 'admin') || userId === except) continue;
    await notify(context, { organizationId, userId, environmentId, reason, by });
  }
}

export const requestNotFound = () =>
  new DebriefError('claim_not_found', 'Nobody asks for this machine any more.');
