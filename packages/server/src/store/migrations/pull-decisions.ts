import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** What people decided about sessions and pull requests. */
export const pullDecisions = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `create table pull_decisions (
        organization_id text not null,
        url text not null,
        session_id text not null,
        verdict text not null,
        decided_by text not null,
        decided_at ${int} not null,
        primary key (session_id, url)
      )${end}`,
      'create index pull_decisions_url on pull_decisions (organization_id, url)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
