import { type Kysely, sql } from 'kysely';

/**
 * Imported history waits for nobody, unless somebody has begun with it or the policy asks for it. The queue is read past
 * it: by an index without it, and by one of what somebody has begun with.
 */
export const reviewBegun = {
  async up(db: Kysely<unknown>): Promise<void> {
    const since = '(case when ended_at > created_at then ended_at else created_at end)';
    const statements = [
      'alter table sessions add column review_begun integer not null default 0',
      `update sessions set review_begun = 1 where session_id in (select session_id from review_standings
        where is_begun = 1 or follow_ups > 0 or own_follow_up > 0 or accepted_with_own <> '[]')`,
      `create index sessions_waiting on sessions (organization_id, ${since}, session_id)
        where review_done = 0 and (review_begun = 1 or ended_at is null or ended_at >= created_at - 259200000)`,
      `create index sessions_begun_history on sessions (organization_id, session_id)
        where review_begun = 1 and ended_at < created_at - 259200000`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
