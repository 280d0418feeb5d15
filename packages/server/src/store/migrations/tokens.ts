import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** Tokens of members and organizations for their programs, and what programs wrote. */
export const tokens = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `create table tokens (
        token_id text primary key,
        organization_id text not null,
        -- Null: the organization's own.
        user_id text,
        digest text not null,
        name text not null,
        scopes text not null,
        created_by text not null,
        created_at ${int} not null,
        expires_at ${int} not null,
        last_used_at ${int},
        last_channel text,
        revoked_at ${int},
        revoked_by text
      )${end}`,
      'create unique index tokens_digest on tokens (digest)',
      'create index tokens_organization on tokens (organization_id, created_at)',
      'create index tokens_user on tokens (user_id)',
      'alter table comments add column by_agent integer not null default 0',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
