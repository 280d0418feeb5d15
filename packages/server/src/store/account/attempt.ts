import type { AccountStore } from '../../idp/account.ts';
import type { OpenDatabase } from '../database.ts';

export const attempts = ({ db, engine }: OpenDatabase): AccountStore['attempt'] => ({
  change: (buckets, judge) =>
    db.transaction().execute(async (transaction) => {
      // Rows first, in one order everywhere: two that share a bucket queue up instead of overlooking each other.
      const ordered = [...new Set(buckets)].sort();
      for (const bucket of ordered) {
        await transaction
          .insertInto('signInAttempts')
          .values({ bucket, history: '[]', lastAt: 0 })
          .onConflict((conflict) => conflict.column('bucket').doNothing())
          .execute();
      }
      const rows = await transaction
        .selectFrom('signInAttempts')
        .selectAll()
        .where('bucket', 'in', ordered)
        .orderBy('bucket')
        .$if(engine === 'postgres', (query) => query.forUpdate())
        .execute();
      const found = new Map(rows.map((row) => [row.bucket, JSON.parse(row.history) as number[]]));
      const { histories, result } = judge(buckets.map((bucket) => found.get(bucket) ?? []));
      for (const [index, bucket] of buckets.entries()) {
        const history = histories[index] ?? [];
        await transaction
          .updateTable('signInAttempts')
          .set({ history: JSON.stringify(history), lastAt: history.at(-1) ?? 0 })
          .where('bucket', '=', bucket)
          .execute();
      }
      return result;
    }),
});
