import type { ReviewPolicy } from '@debrief/contract';
import type { ReviewStore } from '../../domain/review/ports.ts';
import { materialSql, waitingSinceSql } from '../../domain/review/state-sql.ts';
import type { OpenDatabase } from '../database.ts';
import { type ListedRow, listedOf, selectListed } from '../session-row.ts';
import { deed } from './deed.ts';

type Attending = Pick<
  ReviewStore,
  'toRefresh' | 'refresh' | 'withDefaultReviewers' | 'toAsk' | 'askByPolicy'
>;

const hour = 3_600_000;

/** What time does to reviews: sessions fall silent, outgrow what was accepted, and are to be handed out. */
export const attendingStore = (database: OpenDatabase): Attending => ({
  async toRefresh(after, now, limit) {
    const found = await database.rows<{ sessionId: string; organizationId: string; isDue: number }>(
      `select r.session_id as "sessionId", r.organization_id as "organizationId",
          case when r.author_user_id is distinct from s.author_user_id
            or ((s.status <> 'active' or s.updated_at <= $2) and ${materialSql} > r.looked_to)
            then 1 else 0 end as "isDue"
        from review_standings r join sessions s on s.session_id = r.session_id
        left join projection.session_statistics p on p.session_id = r.session_id
        where r.accepted_with_own <> '[]' and r.session_id > $1 order by r.session_id limit $3`,
      [after, now - hour, limit],
    );
    return {
      refresh: found.filter(({ isDue }) => Number(isDue) === 1),
      next: found.length === limit ? found.at(-1)?.sessionId : undefined,
    };
  },

  refresh: (about) => deed(database, about, async () => ({})),

  async withDefaultReviewers() {
    const found = await database.db
      .selectFrom('reviewPolicies')
      .select(['organizationId', 'policy', 'updatedAt'])
      .where('policy', 'like', '%"defaultReviewers":["%')
      .execute();
    return found.map(({ organizationId, policy, updatedAt }) => ({
      organizationId,
      policy: JSON.parse(policy) as ReviewPolicy,
      since: updatedAt,
    }));
  },

  async toAsk(organizationId, { since, now, limit, after }) {
    const rest = after ? `and (${waitingSinceSql}, s.session_id) < ($5, $6)` : '';
    const found = await database.rows<ListedRow & { waitingSince: number }>(
      // Whatever arrived since then waits since then or later: that is for the index.
      `${selectListed(`, ${waitingSinceSql} as "waitingSince"`)} where s.organization_id = $1 and s.review_done = 0 and ${waitingSinceSql} >= $2
        and s.created_at >= $2 and (s.status <> 'active' or s.updated_at <= $3) and coalesce(r.asked_by_policy, 0) = 0
        ${rest} order by ${waitingSinceSql} desc, s.session_id desc limit $4`,
      [organizationId, since, now - hour, limit, ...(after ? [after.waitingSince, after.sessionId] : [])],
    );
    const last = found.at(-1);
    return {
      sessions: found.map(({ waitingSince: _, ...row }) => listedOf(row)),
      next:
        found.length === limit && last
          ? { waitingSince: last.waitingSince, sessionId: last.sessionId }
          : undefined,
    };
  },

  askByPolicy: (about, assignments) =>
    deed(database, about, async ({ transaction, sessionId }) => {
      if (assignments.length > 0) {
        await transaction
          .insertInto('assignments')
          .values([...assignments])
          .onConflict((conflict) => conflict.columns(['sessionId', 'userId']).doNothing())
          .execute();
      }
      await transaction
        .updateTable('reviewStandings')
        .set({ askedByPolicy: 1 })
        .where('sessionId', '=', sessionId)
        .execute();
      return {};
    }),
});
