import { findSession, sessionNotFound } from '../access/session.ts';
import type { SecretActor } from '../actor.ts';
import type { Context } from '../context.ts';
import { findEnvironment } from '../environment.ts';
import { keyRequired, otherKind } from '../machine/wall.ts';
import type { SessionRecord } from '../records.ts';

/** A session, for who may continue it; appends are asked the same by the log, as it stores (K8, K11). */
export async function writableSession(
  context: Context,
  actor: SecretActor,
  sessionId: string,
): Promise<SessionRecord> {
  const session = await findSession(context, actor.organizationId, sessionId);
  if (actor.environmentId !== undefined) {
    if (actor.environmentId !== session.environmentId) throw sessionNotFound();
  } else {
    const { keyedAt } = await findEnvironment(context, actor.organizationId, session.environmentId);
    if (keyedAt !== null) throw keyRequired();
  }
  if (actor.environment !== session.secretEnvironment) throw otherKind();
  return session;
}
