import { sharedSession } from '../access/session.ts';
import type { MemberActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { SessionRecord } from '../records.ts';
import { channelsOf } from './notification.ts';
import type { About } from './ports.ts';

/** A session somebody says something about, or hears what was said. What was said shows nothing of its content. */
export const discussedSession = (
  context: Context,
  actor: MemberActor,
  sessionId: string,
): Promise<SessionRecord> => sharedSession(context, actor, sessionId);

/** For a deed now. */
export const about = (
  context: Context,
  session: Pick<SessionRecord, 'organizationId' | 'sessionId'>,
  at = context.clock(),
): About => ({ session, at, channels: channelsOf(context) });

/**
 * Whoever looks at the session is told, and who folds it, because what was said is counted (docs/insights.md); and those
 * whose inboxes are others now.
 */
export function ringReview(
  context: Context,
  { organizationId, sessionId }: Pick<SessionRecord, 'organizationId' | 'sessionId'>,
  told: readonly string[] = [],
): void {
  context.bell?.ring({ organizationId, sessionId });
  for (const userId of told) context.bell?.ringMember(userId);
}
