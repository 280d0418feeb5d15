import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { SessionRecord } from '../records.ts';
import { mayRead } from '../session/reading.ts';
import { findSession, sessionNotFound } from '../session/session.ts';
import { channelsOf } from './notification.ts';
import type { About } from './ports.ts';

/** A session somebody says something about, or hears what was said. What was said shows nothing of its content. */
export async function discussedSession(
  context: Context,
  actor: MemberActor,
  sessionId: string,
): Promise<SessionRecord> {
  const session = await findSession(context, actor.organizationId, sessionId);
  if (!mayRead(actor, session)) throw sessionNotFound();
  return session;
}

/** For a deed now. */
export const about = (
  context: Context,
  session: Pick<SessionRecord, 'organizationId' | 'sessionId'>,
  at = context.clock(),
): About => ({ session, at, channels: channelsOf(context) });

/** Whoever looks at the session is told, the events are as they were; and those whose inboxes are others now. */
export function ringReview(
  context: Context,
  { organizationId, sessionId }: Pick<SessionRecord, 'organizationId' | 'sessionId'>,
  told: readonly string[] = [],
): void {
  context.bell?.ring({ organizationId, sessionId, derived: true });
  for (const userId of told) context.bell?.ringMember(userId);
}
