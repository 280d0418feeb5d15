import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** Who reads which sessions, and from when on. */
export const access = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      // How long after its end, in milliseconds, a session is only its author's; null: it is not held.
      `alter table sessions add column held_for ${int}`,
      // What a member has chosen beyond the policy.
      `alter table members add column hold text not null default 'none'`,
      // There is none until something is held or restricted: then nothing is asked of statements, either.
      `create table access_policies (
        organization_id text primary key references organizations (organization_id),
        policy text not null,
        updated_by text not null,
        updated_at ${int} not null
      )${end}`,
      `create table session_grants (
        session_id text not null references sessions (session_id) on delete cascade,
        user_id text not null,
        organization_id text not null,
        state text not null,
        asked_at ${int} not null,
        decided_by text,
        decided_at ${int},
        primary key (session_id, user_id)
      )${end}`,
      'create index session_grants_by_member on session_grants (user_id, session_id)',
      'create index sessions_held on sessions (author_user_id, started_at) where held_for is not null',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
