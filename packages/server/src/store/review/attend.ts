import type { ReviewPolicy } from '@debrief/contract';
import { sql } from 'kysely';
import type { ReviewStore } from '../../domain/review/ports.ts';
import { nextLook } from '../../domain/review/standing.ts';
import { materialSql, waitingSinceSql } from '../../domain/review/state-sql.ts';
import type { OpenDatabase } from '../database.ts';
import { type ListedRow, listedOf, selectListed } from '../session-row.ts';
import { deed, undo } from './deed.ts';
import { isFoldedSql } from './grown.ts';

type Attending = Pick<
  ReviewStore,
  'look' | 'lookSoon' | 'refresh' | 'withReviewersToAsk' | 'toAsk' | 'askByPolicy'
>;

const hour = 3_600_000;

interface LookedAt {
  sessionId: string;
  organizationId: string;
  status: string;
  updatedAt: number;
  isFolded: number;
  isDue: number;
}

/** What time does to reviews: sessions fall silent, outgrow what was accepted, and are to be handed out. */
export const attendingStore = (database: OpenDatabase): Attending => ({
  async look(now, limit) {
    const found = await database.rows<LookedAt>(
      `select r.session_id as "sessionId", r.organization_id as "organizationId", s.status,
          s.updated_at as "updatedAt", ${isFoldedSql} as "isFolded",
          case when r.author_user_id is distinct from s.author_user_id
            or ((s.status <> 'active' or s.updated_at <= $2) and ${materialSql} > r.looked_to)
            then 1 else 0 end as "isDue"
        from review_standings r join sessions s on s.session_id = r.session_id
        left join projection.session_statistics p on p.session_id = r.session_id
        where r.look_at <= $1 order by r.look_at limit $3`,
      [now, now - hour, limit],
    );
    const due = found.filter(({ isDue }) => Number(isDue) === 1);
    const others = found.filter(({ isDue }) => Number(isDue) !== 1);
    for (const [lookAt, some] of Map.groupBy(others, (session) => nextLook(session, now))) {
      const sessionIds = some.map(({ sessionId }) => sessionId);
      await database.db
        .updateTable('reviewStandings')
        .set({ lookAt })
        .where('sessionId', 'in', sessionIds)
        .where('lookAt', '<=', now)
        .execute();
    }
    return { refresh: due, more: found.length === limit };
  },

  async lookSoon(sessionId, at) {
    await database.db
      .updateTable('reviewStandings')
      .set({ lookAt: at })
      .where('sessionId', '=', sessionId)
      .where('acceptedWithOwn', '<>', sql.lit('[]'))
      .execute();
  },

  refresh: (about) => deed(database, about, async () => ({})),

  async withReviewersToAsk() {
    const found = await database.db
      .selectFrom('reviewPolicies')
      .select(['organizationId', 'policy', 'updatedAt'])
      .where((row) =>
        row.or([row('policy', 'like', '%"defaultReviewers":["%'), row('policy', 'like', '%"rotation":{"%')]),
      )
      .execute();
    return found.map(({ organizationId, policy, updatedAt }) => ({
      organizationId,
      policy: { ...(JSON.parse(policy) as ReviewPolicy), needsAuthor: true },
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
      const standing = await transaction
        .selectFrom('reviewStandings')
        .select('askedByPolicy')
        .where('sessionId', '=', sessionId)
        .executeTakeFirst();
      if (standing?.askedByPolicy === 1) return undo({ asked: [], told: [] });
      const asked =
        assignments.length === 0
          ? []
          : await transaction
              .insertInto('assignments')
              .values([...assignments])
              .onConflict((conflict) => conflict.columns(['sessionId', 'userId']).doNothing())
              .returning('userId')
              .execute();
      await transaction
        .updateTable('reviewStandings')
        .set({ askedByPolicy: 1 })
        .where('sessionId', '=', sessionId)
        .execute();
      return { asked: asked.map(({ userId }) => userId) };
    }),
});
