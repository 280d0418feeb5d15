import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** Views of the list that members have saved, and the order of authors, each with the newest session first. */
export const views = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const rest = 'started_at desc, session_id desc, status, agent_id, environment_id, secret_environment';
    const statements = [
      `create table views (
        view_id text primary key,
        organization_id text not null,
        user_id text not null,
        name text not null,
        search text not null,
        created_at ${int} not null,
        unique (organization_id, user_id, name)
      )${end}`,
      `create index sessions_authors on sessions (organization_id, coalesce(author_user_id, ''), ${rest})`,
      `create index sessions_authors_back on sessions (organization_id, coalesce(author_user_id, '') desc, ${rest})`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
