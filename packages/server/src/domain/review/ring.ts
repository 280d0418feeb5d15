import type { Context } from '../context.ts';
import type { SessionRecord } from '../records.ts';

/** Whoever looks at the session is told; the events are as they were. */
export const ringReview = (
  context: Context,
  { organizationId, sessionId }: Pick<SessionRecord, 'organizationId' | 'sessionId'>,
): void => context.bell?.ring({ organizationId, sessionId, derived: true });
