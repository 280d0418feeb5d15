import { type ClaimRequestList, DebriefError, type Environment } from '@debrief/contract';
import { hasRole, type MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import { changeAuthor } from '../author.ts';
import type { Context } from '../context.ts';
import { describeEnvironment, findEnvironment, getEnvironment } from '../environment.ts';
import { iso } from '../present.ts';
import { notify } from '../review/notification.ts';
import { requestNotFound } from './claim-request.ts';

const mayDecide = (actor: MemberActor, authorUserId: string | null): boolean =>
  authorUserId === actor.userId || hasRole(actor.role, 'admin');

export async function listClaimRequests(context: Context, actor: MemberActor): Promise<ClaimRequestList> {
  const requests: ClaimRequestList['requests'] = [];
  for (const request of await context.store.author.listRequests(actor.organizationId)) {
    const { environmentId, userId, requestedAt } = request;
    const environment = await findEnvironment(context, actor.organizationId, environmentId);
    const decides = mayDecide(actor, environment.authorUserId);
    if (!decides && userId !== actor.userId) continue;
    requests.push({
      environment: await describeEnvironment(context, environment),
      userId,
      requestedAt: iso(requestedAt),
      mayDecide: decides,
    });
  }
  return { requests };
}

/** Who asked is told; on a yes, so is who loses the machine (W15). */
export async function decideClaim(
  context: Context,
  actor: MemberActor,
  input: { environmentId: string; userId: string; accept: boolean },
): Promise<{ environment: Environment }> {
  const { organizationId } = actor;
  const { environmentId, authorUserId } = await findEnvironment(context, organizationId, input.environmentId);
  const { userId, accept } = input;
  const takesBack = !accept && userId === actor.userId;
  if (!mayDecide(actor, authorUserId) && !takesBack) {
    throw new DebriefError('not_yours', 'This is for the author of the machine and for admins.');
  }
  if (!(await context.store.author.takeRequest(organizationId, environmentId, userId)))
    throw requestNotFound();
  await recordDeed(context, actor, accept ? 'claim_accepted' : 'claim_declined', environmentId);
  if (accept) return changeAuthor(context, actor, environmentId, userId);
  await notify(context, { organizationId, userId, environmentId, reason: 'claim', by: actor.userId });
  return getEnvironment(context, actor, { environmentId });
}
