import {
  type AccessRequest,
  type AccessRequestAnswer,
  type AccessRequestList,
  DebriefError,
  type DecideAccess,
} from '@debrief/contract';
import type { MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import { isId } from '../id.ts';
import { iso, isoOrNone, present } from '../present.ts';
import { notify } from '../review/notification.ts';
import { ownSession } from '../session/access.ts';
import type { GrantRecord } from './ports.ts';
import { findSession, mayRead } from './session.ts';

const presentRequest = ({ userId, state, askedAt, decidedBy, decidedAt }: GrantRecord): AccessRequest =>
  present({ userId, state, askedAt: iso(askedAt), decidedBy, decidedAt: isoOrNone(decidedAt) });

/** The author is told once, however often somebody asks. */
export async function askAccess(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string },
): Promise<AccessRequestAnswer> {
  const session = await findSession(context, actor.organizationId, input.sessionId);
  const { sessionId, organizationId, authorUserId } = session;
  const now = context.clock();
  const granted: GrantRecord = {
    ...{ sessionId, organizationId, userId: actor.userId, askedAt: now },
    ...{ state: 'granted', decidedBy: null, decidedAt: null },
  };
  if (await mayRead(context, actor, session)) return { request: presentRequest(granted) };
  if (authorUserId === null) {
    throw new DebriefError('author_unknown', 'Nobody is known as its author: ask an admin.');
  }
  const { request, isNew } = await context.store.access.ask({ ...granted, state: 'asked' });
  if (isNew) {
    await recordDeed(context, actor, 'access_requested', sessionId);
    await notify(context, {
      ...{ organizationId, sessionId, userId: authorUserId, reason: 'access', by: actor.userId },
    });
  }
  context.bell?.ring({ organizationId, sessionId, derived: true });
  return { request: presentRequest(request) };
}

export async function listAccessRequests(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string },
): Promise<AccessRequestList> {
  const { sessionId } = await ownSession(context, actor, input.sessionId);
  const found = await context.store.access.requests(sessionId);
  return { requests: found.map(presentRequest) };
}

/** What is held is not read by who was let in, either: it is shared first. */
export async function decideAccess(
  context: Context,
  actor: MemberActor,
  { sessionId: id, userId, granted }: DecideAccess & { sessionId: string; userId: string },
): Promise<AccessRequestAnswer> {
  const { sessionId, organizationId } = await ownSession(context, actor, id);
  const member = isId('usr', userId) ? await context.store.member.find(organizationId, userId) : undefined;
  if (member?.status !== 'active') {
    throw new DebriefError('member_not_found', 'No such member in this organization.');
  }
  const now = context.clock();
  const request: GrantRecord = {
    ...{ sessionId, organizationId, userId, askedAt: now },
    ...{ state: granted ? 'granted' : 'refused', decidedBy: actor.userId, decidedAt: now },
  };
  const decided = await context.store.access.decide(request);
  await recordDeed(context, actor, granted ? 'access_granted' : 'access_refused', sessionId);
  if (granted)
    await notify(context, { organizationId, sessionId, userId, reason: 'shared', by: actor.userId });
  context.bell?.ring({ organizationId, sessionId });
  return { request: presentRequest(decided) };
}
