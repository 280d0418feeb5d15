import type { Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { nextVersion } from './deed.ts';
import { refreshStanding } from './refresh.ts';

/**
 * Whoever leaves is asked for nothing any more: what they were asked to review, or have in hand, is free for others.
 * What they have said or declined stays. Returns the sessions they were asked to review.
 */
export async function releaseAssignments(
  transaction: Transaction<Database>,
  userId: string,
  at: number,
): Promise<string[]> {
  const asked = await transaction
    .deleteFrom('assignments')
    .where('userId', '=', userId)
    // For the index.
    .where('organizationId', 'in', (row) =>
      row.selectFrom('members').select('organizationId').where('userId', '=', userId),
    )
    .where('declinedAt', 'is', null)
    .returning(['sessionId', 'organizationId'])
    .execute();
  for (const { sessionId, organizationId } of asked) {
    await nextVersion(transaction, sessionId, organizationId);
    await refreshStanding(transaction, sessionId, at);
  }
  await transaction
    .updateTable('reviewStandings')
    .set({ reservedBy: null, reservedUntil: null })
    .where('reservedBy', '=', userId)
    .execute();
  return asked.map(({ sessionId }) => sessionId);
}
