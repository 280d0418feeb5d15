import {
  DebriefError,
  type HeldSession,
  type Redaction,
  type RedactionPreview,
  type RedactSession,
  type RemovedSession,
  type SetHold,
  type WantedRedaction,
} from '@debrief/contract';
import type { MemberActor, SecretActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { findEnvironment } from '../environment.ts';
import { removeSession } from '../erasure/deletion.ts';
import { previewRedaction, redactSession } from '../redaction/redaction.ts';
import { writableSession } from '../session/writing.ts';
import { holdSession, releaseSession } from './hold.ts';
import { isHeld } from './reader.ts';
import { findSession } from './session.ts';

/**
 * What the author of a session does from a terminal. A terminal's own token only reads (A18), so it is the key of the
 * machine that the session came from: whoever has that is its author, and no more than that, whatever role they have. An
 * organization's secret, which many have, is not enough.
 */
async function authorAt(context: Context, actor: SecretActor, sessionId: string): Promise<MemberActor> {
  const { organizationId } = actor;
  const session = await writableSession(context, actor, sessionId);
  if (actor.environmentId === undefined)
    throw new DebriefError(
      'machine_key_required',
      'This is done with the machine\'s own key, not with the organization secret. Run "debrief connect" again.',
    );
  const { authorUserId } = await findEnvironment(context, organizationId, actor.environmentId);
  if (authorUserId === null || session.authorUserId !== authorUserId)
    throw new DebriefError(
      'not_yours',
      authorUserId === null
        ? 'Nobody has said whose machine this is. Run "debrief claim" first.'
        : 'This session is of another author than this machine.',
    );
  const member = await context.store.member.find(organizationId, authorUserId);
  if (member?.status !== 'active') throw new DebriefError('not_yours', 'Its author is no member any more.');
  return { kind: 'member', organizationId, userId: authorUserId, role: 'member' };
}

export async function holdOwnSession(
  context: Context,
  actor: SecretActor,
  input: SetHold & { sessionId: string },
): Promise<HeldSession> {
  return holdSession(context, await authorAt(context, actor, input.sessionId), input);
}

export async function releaseOwnSession(
  context: Context,
  actor: SecretActor,
  input: { sessionId: string },
): Promise<HeldSession> {
  return releaseSession(context, await authorAt(context, actor, input.sessionId), input);
}

/** Only what nobody else can have read; what is shared is deleted on its page. */
export async function withdrawSession(
  context: Context,
  actor: SecretActor,
  input: { sessionId: string },
): Promise<RemovedSession> {
  const author = await authorAt(context, actor, input.sessionId);
  const session = await findSession(context, actor.organizationId, input.sessionId);
  if (!isHeld(session, context.clock()))
    throw new DebriefError(
      'session_closed',
      'It is shared: others may have read it. Delete it on its page if it has to go.',
    );
  return removeSession(context, author, input);
}

export async function previewOwnRedaction(
  context: Context,
  actor: SecretActor,
  input: WantedRedaction & { sessionId: string },
): Promise<RedactionPreview> {
  return previewRedaction(context, await authorAt(context, actor, input.sessionId), input);
}

export async function redactOwnSession(
  context: Context,
  actor: SecretActor,
  input: RedactSession & { sessionId: string },
): Promise<Redaction> {
  return redactSession(context, await authorAt(context, actor, input.sessionId), input);
}
