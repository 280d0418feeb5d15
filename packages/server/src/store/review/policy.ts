import type { ReviewPolicy } from '@debrief/contract';
import type { Kysely } from 'kysely';
import { type AppliedPolicy, defaultReviewPolicy } from '../../domain/review/default-policy.ts';
import type { ReviewStore } from '../../domain/review/ports.ts';
import { stateSql } from '../../domain/review/state-sql.ts';
import type { Database, OpenDatabase } from '../database.ts';

export async function readPolicy(db: Kysely<Database>, organizationId: string): Promise<AppliedPolicy> {
  const found = await db
    .selectFrom('reviewPolicies')
    .select('policy')
    .where('organizationId', '=', organizationId)
    .executeTakeFirst();
  return found
    ? { ...defaultReviewPolicy, ...(JSON.parse(found.policy) as ReviewPolicy), needsAuthor: true }
    : defaultReviewPolicy;
}

export const policyStore = ({ db, rows }: OpenDatabase): Pick<ReviewStore, 'policy' | 'setPolicy'> => ({
  policy: (organizationId) => readPolicy(db, organizationId),

  async setPolicy(organizationId, policy, { by, at }) {
    const row = { policy: JSON.stringify(policy), updatedBy: by, updatedAt: at };
    await db
      .insertInto('reviewPolicies')
      .values({ ...row, organizationId })
      .onConflict((conflict) => conflict.column('organizationId').doUpdateSet(row))
      .execute();
    // Only sessions that somebody has accepted can be done by one rule and open by another.
    const values: unknown[] = [organizationId];
    const state = stateSql({ ...policy, needsAuthor: true }, at, (value) => `$${values.push(value)}`);
    const wanted = await rows<{ sessionId: string; isDone: number }>(
      `select s.session_id as "sessionId", case when ${state} = 'accepted' then 1 else 0 end as "isDone"
        from review_standings r join sessions s on s.session_id = r.session_id
        left join projection.session_statistics p on p.session_id = r.session_id
        where r.organization_id = $1 and r.accepted_with_own <> '[]'
          and s.review_done <> case when ${state} = 'accepted' then 1 else 0 end`,
      values,
    );
    for (const [reviewDone, found] of Map.groupBy(wanted, ({ isDone }) => Number(isDone))) {
      for (let from = 0; from < found.length; from += 500) {
        const some = found.slice(from, from + 500).map(({ sessionId }) => sessionId);
        await db.updateTable('sessions').set({ reviewDone }).where('sessionId', 'in', some).execute();
      }
    }
  },
});
