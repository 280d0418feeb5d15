import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** The titles that members gave a session, and, as the first of them, the one it had before. */
export const sessionTitles = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statement = `create table session_titles (
      organization_id text not null,
      session_id text not null,
      number ${int} not null,
      title text not null,
      given_by text,
      given_at ${int} not null,
      primary key (session_id, number)
    )${end}`;
    await sql.raw(statement).execute(db);
  },
});
