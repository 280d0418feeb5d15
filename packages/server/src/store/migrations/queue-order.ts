import { type Kysely, sql } from 'kysely';

/** The queue is read by how long a session has waited: since it arrived, or since it ended if that was later. */
export const queueOrder = {
  async up(db: Kysely<unknown>): Promise<void> {
    const since = '(case when ended_at > created_at then ended_at else created_at end)';
    await sql
      .raw(
        `create index sessions_by_waiting on sessions (organization_id, review_done, ${since}, session_id)`,
      )
      .execute(db);
    await sql.raw('drop index sessions_by_review').execute(db);
  },
};
