import { type Kysely, sql } from 'kysely';

/**
 * What is accepted under a policy that a team wrote is looked at again: a session without an author cannot be, and the
 * rules of a repository only add to those of the organization.
 */
export const reviewAgain = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `update review_standings set look_at = 0 where session_id in (select session_id from sessions
          where review_done = 1 and organization_id in (select organization_id from review_policies))`,
      )
      .execute(db);
  },
};
