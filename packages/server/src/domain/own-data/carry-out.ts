import { DebriefError } from '@debrief/contract';
import { auditRecord, record } from '../audit.ts';
import type { Context } from '../context.ts';
import { deleteSession } from '../erasure/deletion.ts';
import { channelsOf } from '../review/notification.ts';
import { about, ringReview } from '../review/session.ts';
import type { GrantedRequest } from './request-ports.ts';

const atOnce = 50;
/** So long at a time, so that other chores have their turn. */
const turn = 10_000;

/**
 * Does what was granted: deletes the sessions of a member, or takes their author away, one after the other; what is done
 * stays done when a server is killed. What a legal hold keeps stays until that has ended, and is tried again.
 */
export async function carryOutRequests(context: Context): Promise<void> {
  let fault: unknown;
  let isMore = false;
  // One that cannot go on holds up no other.
  for (const request of await context.store.dataRequest.open(100))
    try {
      isMore = (await carryOut(context, request)) || isMore;
    } catch (error) {
      fault ??= error;
    }
  if (fault) throw fault;
  if (isMore) context.hurry?.('data requests');
}

/** True: there is more to do. */
async function carryOut(context: Context, request: GrantedRequest): Promise<boolean> {
  const { store, clock } = context;
  const { requestId, organizationId } = request;
  for (const until = Date.now() + turn; ; ) {
    const sessions = await store.dataRequest.next(request, clock(), atOnce);
    if (sessions.length === 0) break;
    if (request.kind === 'anonymise') await anonymise(context, request, sessions);
    else for (const { sessionId } of sessions) await deleteOne(context, request, sessionId);
    if (Date.now() >= until) return true;
  }
  if (request.kind === 'delete' && request.isLeaving === 0) await deleteComments(context, request);
  const refused = ({ sessionId }: { sessionId: string }) =>
    auditRecord(context, {
      ...{ action: 'legal_hold_refused', outcome: 'refused', organizationId, targetId: sessionId },
      ...(request.decidedBy !== null && { actorId: request.decidedBy }),
    });
  while ((await store.dataRequest.noteKept(request, clock(), atOnce, refused)) === atOnce);
  const kept = await store.dataRequest.left(request, request.decidedAt);
  await store.dataRequest.advance(requestId, { kept });
  if (kept === 0) await store.dataRequest.finish(requestId, clock());
  return false;
}

async function deleteOne(context: Context, request: GrantedRequest, sessionId: string): Promise<void> {
  const { organizationId, decidedBy, requestId } = request;
  try {
    const by = decidedBy === null ? {} : { actor: { userId: decidedBy } };
    const erasure = await deleteSession(context, { sessionId, organizationId }, by);
    if (erasure) await context.store.dataRequest.advance(requestId, { sessions: 1 });
  } catch (error) {
    // A legal hold came between.
    if (!(error instanceof DebriefError) || error.code !== 'legal_hold') throw error;
  }
}

async function anonymise(
  context: Context,
  { organizationId, requestId, userId }: GrantedRequest,
  sessions: readonly { sessionId: string }[],
): Promise<void> {
  const sessionIds = sessions.map(({ sessionId }) => sessionId);
  const { taken, about: changed } = await context.store.author.takeAway({
    ...{ organizationId, userId, sessionIds, at: context.clock(), channels: channelsOf(context) },
  });
  for (const { sessionId, told } of changed) ringReview(context, { organizationId, sessionId }, told);
  await context.store.dataRequest.advance(requestId, { sessions: taken });
}

/** As their writer would: the place of each stays, its words do not. */
async function deleteComments(context: Context, request: GrantedRequest): Promise<void> {
  const { store } = context;
  const { organizationId, decidedBy, requestId } = request;
  for (let after = ''; ; ) {
    const found = await store.dataRequest.comments(request, after, atOnce);
    for (const { commentId, sessionId } of found) {
      const session = { organizationId, sessionId };
      const outcome = await store.thread.edit(about(context, session), commentId, null);
      after = commentId;
      if (outcome === 'gone' || !outcome?.changed) continue;
      ringReview(context, session, outcome.told);
      await record(context, {
        ...{ action: 'comment_deleted', organizationId, targetId: commentId },
        ...(decidedBy !== null && { actorId: decidedBy }),
      });
      await store.dataRequest.advance(requestId, { comments: 1 });
    }
    if (found.length < atOnce) return;
  }
}
