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
  const found = [];
  for (const table of ['assignments', 'attention'] as const) {
    const rows = transaction
      .selectFrom(table)
      .select('sessionId')
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId);
    found.push(...(await rows.execute()));
  }
  const sessionIds = [...new Set(found.map(({ sessionId }) => sessionId))].sort();
  const released: ReleasedSession[] = [];
  for (const sessionId of sessionIds) {
    // First of all, as every deed does: they wait for each other there, and hold nothing else then.
    await nextVersion(transaction, sessionId, organizationId);
    const asked = await transaction
      .deleteFrom('assignments')
      .where('sessionId', '=', sessionId)
      .where('userId', '=', userId)
      .where('declinedAt', 'is', null)
      .executeTakeFirst();
    const waited = await transaction
      .deleteFrom('attention')
      .where('sessionId', '=', sessionId)
      .where('userId', '=', userId)
      .executeTakeFirst();
    const wasAsked = asked.numDeletedRows > 0n;
    // Whom others wait for does not depend on who has left; whether a review has begun does.
    if (wasAsked) await refreshStanding(transaction, sessionId, { at, channels: [] });
    if (wasAsked || waited.numDeletedRows > 0n) released.push({ sessionId, wasAsked });
  }
  await transaction
    .updateTable('reviewStandings')
    .set({ reservedBy: null, reservedUntil: null })
    .where('reservedBy', '=', userId)
    .execute();
  return released;
}
