import type { ReviewKey } from '../../domain/review/records.ts';
import { type Step, undo } from './deed.ts';

/** Notes what came of a key. With one that was used before the deed is taken back and says what came of it then. */
export async function claimKey(step: Step, key: ReviewKey | undefined, targetId: string): Promise<void> {
  if (!key) return;
  const { transaction, organizationId, sessionId } = step;
  const claimed = await transaction
    .insertInto('reviewKeys')
    .values({ ...key, organizationId, sessionId, targetId })
    .onConflict((conflict) => conflict.columns(['organizationId', 'keyHash']).doNothing())
    .returning('targetId')
    .executeTakeFirst();
  if (claimed) return;
  const first = await transaction
    .selectFrom('reviewKeys')
    .select(['fingerprint', 'targetId'])
    .where('organizationId', '=', organizationId)
    .where('keyHash', '=', key.keyHash)
    .executeTakeFirstOrThrow();
  undo(first.fingerprint === key.fingerprint ? { replayOf: first.targetId } : 'key_reused');
}
