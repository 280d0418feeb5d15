import {
  DebriefError,
  type HeldSession,
  type ReleaseSession,
  type SessionPage,
  type SetHold,
} from '@debrief/contract';
import { hasRole, type MemberActor } from '../actor.ts';
import { recordDeed } from '../audit.ts';
import type { Context } from '../context.ts';
import type { SessionRecord } from '../records.ts';
import { refuseSecrets } from '../review/secret-words.ts';
import { openThread } from '../review/thread.ts';
import type { PartlyKept } from '../session/kept-json.ts';
import { presentListed } from '../session/session-list.ts';
import { accessOf, holdMilliseconds, isHeld } from './reader.ts';
import { findSession, sessionNotFound } from './session.ts';

const presentHeld = (session: SessionRecord, now: number): HeldSession => {
  const { heldUntil } = accessOf(session, true, now) ?? {};
  return { sessionId: session.sessionId, isHeld: isHeld(session, now), ...(heldUntil && { heldUntil }) };
};

async function change(
  context: Context,
  actor: MemberActor,
  session: SessionRecord,
  heldFor: number | null,
): Promise<HeldSession> {
  const { organizationId, sessionId } = session;
  const now = context.clock();
  const isThere = await context.store.access.hold(session, heldFor, { by: actor.userId, at: now });
  if (!isThere) throw sessionNotFound();
  await recordDeed(context, actor, heldFor === null ? 'session_released' : 'session_held', sessionId);
  // Whoever follows it is asked anew whether they may.
  context.bell?.ring({ organizationId, sessionId });
  return presentHeld({ ...session, heldFor }, now);
}

/** What others may have read is not taken back: only while it runs, or while it is held, and never shorter. */
export async function holdSession(
  context: Context,
  actor: MemberActor,
  { sessionId, hold }: SetHold & { sessionId: string },
): Promise<HeldSession> {
  const session = await findSession(context, actor.organizationId, sessionId);
  if (session.authorUserId !== actor.userId) {
    throw new DebriefError('not_yours', 'Only its author holds a session.');
  }
  const now = context.clock();
  if (session.status !== 'active' && !isHeld(session, now)) {
    throw new DebriefError('session_closed', 'It has ended and is shared: others may have read it.');
  }
  const wanted = holdMilliseconds[hold];
  if (wanted <= (session.heldFor ?? 0)) return presentHeld(session, now);
  return change(context, actor, session, wanted);
}

/** By its author, or by an admin, who says why: the author is told. */
export async function releaseSession(
  context: Context,
  actor: MemberActor,
  { sessionId, reason }: ReleaseSession & { sessionId: string },
): Promise<HeldSession> {
  const session = await findSession(context, actor.organizationId, sessionId);
  const isOwn = session.authorUserId === actor.userId;
  if (!isOwn && !hasRole(actor.role, 'admin')) {
    throw new DebriefError('insufficient_role', 'This is for the author of the session and for admins.');
  }
  const now = context.clock();
  if (!isHeld(session, now)) return presentHeld(session, now);
  if (!isOwn && reason === undefined) {
    throw new DebriefError('validation_error', 'reason: its author is told why you release it.');
  }
  refuseSecrets(context, { body: reason });
  const released = await change(context, actor, session, null);
  if (!isOwn && reason !== undefined) {
    const author = session.authorUserId === null ? '' : `@${session.authorUserId} `;
    const body = `${author}I have released this session: ${reason}`;
    await openThread(context, actor, {
      sessionId,
      anchor: { sequence: 0 },
      body,
      needsAnswer: false,
      asIs: true,
    });
  }
  return released;
}

const most = 200;

export async function listHeld(context: Context, actor: MemberActor): Promise<PartlyKept<SessionPage>> {
  const now = context.clock();
  const policy = await context.store.review.policy(actor.organizationId);
  const held = await context.store.session.list(actor.organizationId, {
    heldAt: now,
    authorUserId: actor.userId,
    limit: most,
  });
  return {
    sessions: held.map((session) => presentListed(session, actor, policy, now)),
    nextCursor: null,
  };
}
