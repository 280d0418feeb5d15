import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** What becomes of what is recorded: of a member's when they ask or leave, of a repository's by age, of an organization. */
export const leaving = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `create table data_requests (
        request_id text primary key,
        organization_id text not null references organizations (organization_id) on delete cascade,
        user_id text not null,
        kind text not null,
        -- 1: said by the admin who removed the member.
        is_leaving ${int} not null,
        state text not null,
        reason text,
        asked_by text not null,
        asked_at ${int} not null,
        decided_by text,
        decided_at ${int},
        answer text,
        sessions ${int} not null,
        comments ${int} not null,
        kept ${int} not null,
        ended_at ${int}
      )${end}`,
      'create index data_requests_organization on data_requests (organization_id, asked_at)',
      `create unique index data_requests_asked on data_requests (user_id) where state = 'asked'`,
      `create index data_requests_granted on data_requests (decided_at) where state = 'granted'`,
      'create index audit_log_actor on audit_log (organization_id, actor_id, at)',
      `create table retentions (
        organization_id text not null references organizations (organization_id) on delete cascade,
        -- Empty: of every repository without a row of its own.
        repository text not null,
        -- Null: kept until somebody deletes them.
        days ${int},
        updated_by text not null,
        updated_at ${int} not null,
        primary key (organization_id, repository)
      )${end}`,
      `alter table organizations add column closes_at ${int}`,
      // The receipt: it stays when the organization is gone.
      `create table organization_endings (
        ending_id text primary key,
        organization_id text not null,
        asked_by text not null,
        asked_at ${int} not null,
        closes_at ${int} not null,
        withdrawn_by text,
        withdrawn_at ${int},
        sessions ${int} not null,
        ended_at ${int}
      )${end}`,
      `create unique index organization_endings_open on organization_endings (organization_id)
        where withdrawn_at is null and ended_at is null`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
