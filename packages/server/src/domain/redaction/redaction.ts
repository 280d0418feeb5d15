import {
  DebriefError,
  limits,
  type Redaction,
  type RedactionList,
  type RedactionPreview,
  type RedactSession,
  type WantedRedaction,
} from '@debrief/contract';
import { sessionNotFound, sharedSession } from '../access/session.ts';
import type { MemberActor } from '../actor.ts';
import { auditRecord } from '../audit.ts';
import type { Context } from '../context.ts';
import { newId } from '../id.ts';
import { refuseKept } from '../legal-hold/refusal.ts';
import { iso } from '../present.ts';
import type { SessionRecord } from '../records.ts';
import { ownSession } from '../session/access.ts';
import type { ErasedSession } from '../session/log-ports.ts';
import { readableSession } from '../session/reading.ts';
import { forgetKnown } from './again.ts';
import { lookFor, type RedactionLook } from './look.ts';
import type { RedactionRecord } from './ports.ts';
import { rememberedWords, wordsKey } from './remembered.ts';
import { seal } from './sealed.ts';
import { textsOf, type Wanted } from './wanted.ts';

/** The session to take words out of: by its author or an admin, while nothing of it is on its way. */
export async function placeOf(
  context: Context,
  { organizationId }: MemberActor,
  sessionId: string,
): Promise<ErasedSession> {
  const place = await context.store.redaction.place(organizationId, sessionId);
  if (!place) throw sessionNotFound();
  for (let tries = 0; !(await context.log.hasArrived(place, { forgets: false })); tries++) {
    if (tries === 10)
      throw new DebriefError(
        'session_busy',
        'Events of this session are on their way to the database; try again in a moment.',
        { retryAfter: 5 },
      );
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return place;
}

/** How often and where, before it is done. */
export async function previewRedaction(
  context: Context,
  actor: MemberActor,
  { sessionId, ...wanted }: WantedRedaction & { sessionId: string },
): Promise<RedactionPreview> {
  await readableSession(context, actor, sessionId, 'find');
  await ownSession(context, actor, sessionId);
  const { found, kept } = await lookFor(context, actor, await placeOf(context, actor, sessionId), wanted);
  const { redactionPlaces } = limits;
  return {
    count: found.reduce((sum, { count }) => sum + count, 0),
    events: found.length,
    kept,
    places: found.slice(0, redactionPlaces),
    remains: [...context.store.erasure.remains],
  };
}

/** Begins it; housekeeping does it, also after a restart, and the ledger says when it is done. */
export async function redactSession(
  context: Context,
  actor: MemberActor,
  { sessionId, reason, ...asked }: RedactSession & { sessionId: string },
): Promise<Redaction> {
  await sharedSession(context, actor, sessionId);
  const session = await ownSession(context, actor, sessionId);
  const { organizationId, userId } = actor;
  const { wanted, found } = await lookFor(context, actor, await placeOf(context, actor, sessionId), asked);
  refuseWords(reason, wanted);
  const begun = await beginRedaction(context, actor, session, { wanted, found, reason });
  if (!begun || begun === 'known') throw sessionNotFound();
  if ('keptUntil' in begun)
    return refuseKept(context, begun.keptUntil, {
      ...{ what: 'this session', organizationId, targetId: sessionId, actorId: userId },
    });
  context.hurry?.('redactions');
  return presented(context, begun);
}

/** The ledger is there for good, and for everybody. */
export function refuseWords(reason: string, wanted: Wanted): void {
  if (textsOf(wanted).some((text) => text.trim().length >= 4 && reason.includes(text.trim())))
    throw new DebriefError('validation_error', 'reason has the words in it that are to be redacted.');
}

/** Notes in one step what is to be done with a session; with a job once for each. */
export async function beginRedaction(
  context: Context,
  { organizationId, userId }: MemberActor,
  session: SessionRecord,
  {
    wanted,
    found,
    reason,
    jobId,
  }: Pick<RedactionLook, 'wanted' | 'found'> & { reason: string; jobId?: string },
) {
  const redactionId = newId('red');
  const { sessionId } = session;
  const begun = await context.store.redaction.begin(
    {
      ...{ redactionId, organizationId, sessionId, requestedBy: userId, requestedAt: context.clock() },
      ...{ reason, jobId: jobId ?? null },
      count: found.reduce((sum, { count }) => sum + count, 0),
      sequences: found.slice(0, limits.redactionSequences).map(({ sequence }) => sequence),
      sealed: seal(context.pepper, redactionId, wanted),
    },
    auditRecord(context, {
      ...{ action: 'session_redacted', organizationId, actorId: userId, targetId: sessionId },
    }),
    rememberedWords(wordsKey(context.pepper, organizationId), session, wanted),
  );
  forgetKnown(context, organizationId);
  return begun;
}

/** Who took words out of a session, when, why and where; the latest first. */
export async function listRedactions(
  context: Context,
  actor: MemberActor,
  input: { sessionId: string },
): Promise<RedactionList> {
  const { sessionId } = await readableSession(context, actor, input.sessionId, 'session');
  const found = await context.store.redaction.list(actor.organizationId, sessionId, limits.redactionsListed);
  return { redactions: found.map((redaction) => presented(context, redaction)) };
}

function presented(context: Context, redaction: RedactionRecord): Redaction {
  const { redactionId, sessionId, requestedBy, requestedAt, reason, count, sequences } = redaction;
  const { rewrittenAt, erasedAt } = redaction;
  return {
    redactionId,
    sessionId,
    state: erasedAt === null ? 'redacting' : 'redacted',
    requestedBy,
    requestedAt: iso(requestedAt),
    reason,
    count,
    sequences: [...sequences],
    ...(rewrittenAt !== null && { rewrittenAt: iso(rewrittenAt) }),
    ...(erasedAt !== null && { erasedAt: iso(erasedAt) }),
    remains: [...context.store.erasure.remains],
  };
}
