import type { ReviewStore } from '../../domain/review/ports.ts';
import type { MarkRecord, ReviewRecord } from '../../domain/review/records.ts';
import type { OpenDatabase } from '../database.ts';
import { lockSession } from '../erasure.ts';
import type { ReviewDatabase } from './database.ts';
import { deed, type Step, undo } from './deed.ts';
import { claimKey } from './key.ts';

export const reviewOf = ({ isOwn, isOthers, ...row }: ReviewDatabase['reviews']): ReviewRecord => ({
  ...row,
  isOwn: isOwn === 1,
  isOthers: isOthers === 1,
});

type Judging = Pick<ReviewStore, 'submit' | 'end' | 'find' | 'mark' | 'seen' | 'see'>;

/** Judgements and marks. */
export const reviewStore = (database: OpenDatabase): Judging => ({
  submit: (about, review, limits, key) =>
    deed(database, about, async (step) => {
      const { transaction, sessionId } = step;
      await claimKey(step, key, review.reviewId);
      const { count } = await transaction
        .selectFrom('reviews')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('sessionId', '=', sessionId)
        .executeTakeFirstOrThrow();
      if (count >= limits.reviews) undo('limit');
      const judged = { ...review, readTo: review.readTo ?? (await markOf(step, review.reviewerId)) };
      await transaction
        .insertInto('reviews')
        .values({ ...judged, isOwn: review.isOwn ? 1 : 0, isOthers: review.isOthers ? 1 : 0 })
        .execute();
      // Whoever has judged a session leaves it to others again.
      await transaction
        .updateTable('reviewStandings')
        .set({ reservedBy: null, reservedUntil: null })
        .where('sessionId', '=', sessionId)
        .where('reservedBy', '=', review.reviewerId)
        .execute();
      return { review: judged };
    }),

  end: (about, reviewId, how) =>
    deed(database, about, async ({ transaction, sessionId }) => {
      const find = transaction
        .selectFrom('reviews')
        .selectAll()
        .where('sessionId', '=', sessionId)
        .where('reviewId', '=', reviewId);
      const found = await find.executeTakeFirst();
      if (!found) return undo(undefined);
      const isBefore = 'withdrawnAt' in how ? found.withdrawnAt !== null : found.dismissedAt !== null;
      if (isBefore) return undo({ review: reviewOf(found), changed: false, told: [] });
      await transaction.updateTable('reviews').set(how).where('reviewId', '=', reviewId).execute();
      return { review: reviewOf({ ...found, ...how }), changed: true };
    }),

  async find(sessionId, reviewId) {
    const row = await database.db
      .selectFrom('reviews')
      .selectAll()
      .where('sessionId', '=', sessionId)
      .where('reviewId', '=', reviewId)
      .executeTakeFirst();
    return row && reviewOf(row);
  },

  mark: (about, mark, back) =>
    deed(database, about, async ({ transaction, sessionId }) => {
      const row = { ...mark, sessionId };
      const stored = await transaction
        .insertInto('marks')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['sessionId', 'userId']).doUpdateSet((current) => ({
            updatedAt: mark.updatedAt,
            throughSequence: back
              ? mark.throughSequence
              : current
                  .case()
                  .when('marks.throughSequence', '<', mark.throughSequence)
                  .then(mark.throughSequence)
                  .else(current.ref('marks.throughSequence'))
                  .end(),
          })),
        )
        .returning(['userId', 'throughSequence', 'updatedAt'])
        .executeTakeFirstOrThrow();
      return { mark: stored as MarkRecord };
    }),

  async seen(sessionId, userId) {
    const row = await database.db
      .selectFrom('seen')
      .select('throughSequence')
      .where('sessionId', '=', sessionId)
      .where('userId', '=', userId)
      .executeTakeFirst();
    return row?.throughSequence ?? 0;
  },

  see: (sessionId, seen) =>
    database.db.transaction().execute(async (transaction) => {
      if (!(await lockSession(transaction, database.engine, sessionId))) return 'gone';
      const { throughSequence } = await transaction
        .insertInto('seen')
        .values({ ...seen, sessionId })
        .onConflict((conflict) =>
          conflict.columns(['sessionId', 'userId']).doUpdateSet((current) => ({
            updatedAt: seen.updatedAt,
            throughSequence: current
              .case()
              .when('seen.throughSequence', '<', seen.throughSequence)
              .then(seen.throughSequence)
              .else(current.ref('seen.throughSequence'))
              .end(),
          })),
        )
        .returning('throughSequence')
        .executeTakeFirstOrThrow();
      return throughSequence;
    }),
});

async function markOf({ transaction, sessionId }: Step, userId: string): Promise<number> {
  const row = await transaction
    .selectFrom('marks')
    .select('throughSequence')
    .where('sessionId', '=', sessionId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.throughSequence ?? 0;
}
