import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/**
 * Members tick changed files as read and claims as checked; a judgement says how many its reviewer had ticked, and
 * whether they said that somebody else ran a session of which nobody knows who did.
 */
export const ticks = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      // The name is a digest of kind and subject: a path can be longer than what an index takes.
      `create table ticks (
        session_id text not null references sessions (session_id) on delete cascade,
        user_id text not null,
        name text not null,
        kind text not null,
        subject text not null,
        version text not null,
        ticked_at ${int} not null,
        primary key (session_id, user_id, name)
      )${end}`,
      `alter table reviews add column files_ticked ${int}`,
      `alter table reviews add column files_of ${int}`,
      `alter table reviews add column claims_ticked ${int}`,
      `alter table reviews add column claims_of ${int}`,
      `alter table reviews add column is_others ${int} not null default 0`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
