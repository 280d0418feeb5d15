import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/**
 * When a session is to be looked at whether it has outgrown an acceptance; null when it cannot any more. Before, all
 * that was ever accepted was looked at every two minutes. Members who had left were still waited for.
 */
export const reviewLooks = ({ int }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `alter table review_standings add column look_at ${int}`,
      `update review_standings set look_at = 0 where accepted_with_own <> '[]'`,
      'create index review_standings_by_look on review_standings (look_at) where look_at is not null',
      `delete from attention where not exists (select 1 from members
        where members.organization_id = attention.organization_id and members.user_id = attention.user_id
          and members.status = 'active')`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
