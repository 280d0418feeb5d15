import {
  type AskDeletion,
  type DataRequest,
  type DataRequestList,
  DebriefError,
  type DecideDataRequest,
  limits,
} from '@debrief/contract';
import { hasRole, type MemberActor } from '../actor.ts';
import { auditRecord } from '../audit.ts';
import type { Context } from '../context.ts';
import { isId, newId } from '../id.ts';
import { refuseKept } from '../legal-hold/refusal.ts';
import { iso, isoOrNone, present } from '../present.ts';
import { notify } from '../review/notification.ts';
import { refuseSecrets } from '../review/secret-words.ts';
import type { DataRequestRecord } from './request-ports.ts';

async function shown({ store, clock }: Context, request: DataRequestRecord): Promise<DataRequest> {
  const { organizationId: _, isLeaving, decidedAt, endedAt, askedAt, ...rest } = request;
  const isOver = request.state !== 'asked' && request.state !== 'granted';
  return present({
    ...rest,
    isLeaving: isLeaving === 1,
    askedAt: iso(askedAt),
    decidedAt: isoOrNone(decidedAt),
    endedAt: isoOrNone(endedAt),
    left: isOver ? 0 : await store.dataRequest.left(request, decidedAt ?? clock()),
  }) as DataRequest;
}

const notFound = () =>
  new DebriefError('data_request_not_found', 'No such request waits for an answer in this organization.');

/** A member asks that their sessions and comments be deleted; the admins are told. */
export async function askDeletion(
  context: Context,
  actor: MemberActor,
  { reason }: AskDeletion,
): Promise<DataRequest> {
  const { organizationId, userId } = actor;
  if (reason !== undefined) refuseSecrets(context, { body: reason });
  const asked: DataRequestRecord = {
    ...{ requestId: newId('drq'), organizationId, userId, kind: 'delete', isLeaving: 0, state: 'asked' },
    ...{ reason: reason ?? null, askedBy: userId, askedAt: context.clock() },
    ...{ decidedBy: null, decidedAt: null, answer: null, sessions: 0, comments: 0, kept: 0, endedAt: null },
  };
  const audited = auditRecord(context, {
    ...{ action: 'deletion_asked', organizationId, actorId: userId, targetId: asked.requestId },
  });
  const { request, isNew } = await context.store.dataRequest.ask(asked, audited);
  if (isNew) {
    const members = await context.store.member.list(organizationId);
    const admins = members.filter(({ role, status }) => status === 'active' && hasRole(role, 'admin'));
    for (const admin of admins)
      await notify(context, {
        ...{ organizationId, userId: admin.userId, reason: 'data_asked', by: userId },
        dataRequestId: request.requestId,
      });
  }
  return shown(context, request);
}

export async function listDataRequests(context: Context, actor: MemberActor): Promise<DataRequestList> {
  const whose = hasRole(actor.role, 'admin') ? undefined : actor.userId;
  const found = await context.store.dataRequest.list(actor.organizationId, whose, limits.dataRequestsListed);
  return { requests: await Promise.all(found.map((request) => shown(context, request))) };
}

async function waiting({ store }: Context, { organizationId }: MemberActor, requestId: string) {
  const request = isId('drq', requestId)
    ? await store.dataRequest.find(organizationId, requestId)
    : undefined;
  return request?.state === 'asked' ? request : undefined;
}

/** By who asked, as long as nobody has answered. */
export async function withdrawDataRequest(
  context: Context,
  actor: MemberActor,
  { requestId }: { requestId: string },
): Promise<DataRequest> {
  const request = await waiting(context, actor, requestId);
  if (request?.userId !== actor.userId) throw notFound();
  return decide(context, actor, request, 'withdrawn');
}

/** Granted, housekeeping deletes; a legal hold on the member refuses that. */
export async function decideDataRequest(
  context: Context,
  actor: MemberActor,
  { requestId, granted, answer }: DecideDataRequest & { requestId: string },
): Promise<DataRequest> {
  const request = await waiting(context, actor, requestId);
  if (!request) throw notFound();
  if (!granted && answer === undefined)
    throw new DebriefError('validation_error', 'answer has to say why it is refused.');
  if (answer !== undefined) refuseSecrets(context, { body: answer });
  if (granted) await refuseIfKept(context, actor, request.userId);
  const decided = await decide(context, actor, request, granted ? 'granted' : 'refused', answer);
  context.hurry?.('data requests');
  const { organizationId, userId } = request;
  await notify(context, {
    ...{ organizationId, userId, reason: 'data_answered', by: actor.userId, dataRequestId: requestId },
  });
  return decided;
}

async function decide(
  context: Context,
  actor: MemberActor,
  { requestId, organizationId }: DataRequestRecord,
  state: 'withdrawn' | 'granted' | 'refused',
  answer?: string,
): Promise<DataRequest> {
  const at = context.clock();
  const action = `deletion_${state}` as const;
  const decided = await context.store.dataRequest.decide(
    requestId,
    {
      ...{ state, decidedBy: state === 'withdrawn' ? null : actor.userId, decidedAt: at },
      ...{ answer: answer ?? null, endedAt: state === 'granted' ? null : at },
    },
    auditRecord(context, { action, organizationId, actorId: actor.userId, targetId: requestId }),
  );
  if (!decided) throw notFound();
  return shown(context, decided);
}

/** Nothing of theirs is deleted, and their sessions stay theirs, while a legal hold is on a member. */
export async function refuseIfKept(
  context: Context,
  { organizationId, userId: actorId }: MemberActor,
  userId: string,
): Promise<void> {
  const kept = await context.store.legalHold.keepsMember(userId, context.clock());
  if (kept)
    await refuseKept(context, kept.until, {
      ...{ what: 'the sessions of this member', organizationId, targetId: userId, actorId },
    });
}

/** What an admin says about the sessions of a member whom they remove; granted as it is said. */
export function leavingRequest(
  { clock }: Pick<Context, 'clock'>,
  { organizationId, userId: admin }: MemberActor,
  userId: string,
  kind: DataRequestRecord['kind'],
): DataRequestRecord {
  const now = clock();
  return {
    ...{ requestId: newId('drq'), organizationId, userId, kind, isLeaving: 1, state: 'granted' },
    ...{ reason: null, askedBy: admin, askedAt: now, decidedBy: admin, decidedAt: now, answer: null },
    ...{ sessions: 0, comments: 0, kept: 0, endedAt: null },
  };
}
