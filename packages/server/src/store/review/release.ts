import type { Transaction } from 'kysely';
import type { ReleasedSession } from '../../domain/review/records.ts';
import type { Database } from '../database.ts';
import { nextVersion } from './deed.ts';
import { refreshStanding } from './refresh.ts';

/**
 * Whoever has left is asked for nothing any more: what they were asked to review, or have in hand, is free for others,
 * and nobody waits for them. What they have said or declined stays. The member's own record is gone before.
 */
export async function releaseReviews(
  transaction: Transaction<Database>,
  { organizationId, userId }: { organizationId: string; userId: string },
  at: number,
): Promise<ReleasedSession[]> {
  const asked = await transaction
    .deleteFrom('assignments')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .where('declinedAt', 'is', null)
    .returning('sessionId')
    .execute();
  const waiting = await transaction
    .deleteFrom('attention')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .returning('sessionId')
    .execute();
  const wasAsked = new Set(asked.map(({ sessionId }) => sessionId));
  const sessionIds = new Set([...asked, ...waiting].map(({ sessionId }) => sessionId));
  for (const sessionId of sessionIds) {
    await nextVersion(transaction, sessionId, organizationId);
    // Whom others wait for does not depend on who has left; whether a review has begun does.
    if (wasAsked.has(sessionId)) await refreshStanding(transaction, sessionId, at);
  }
  await transaction
    .updateTable('reviewStandings')
    .set({ reservedBy: null, reservedUntil: null })
    .where('reservedBy', '=', userId)
    .execute();
  return [...sessionIds].map((sessionId) => ({ sessionId, wasAsked: wasAsked.has(sessionId) }));
}
