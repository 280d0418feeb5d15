import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** What forges were told of the newest commit of a pull request, and what opens a receiver beyond its address. */
export const commitStatuses = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      'alter table outbox_endpoints add column sealed_credential text',
      `create table outbox_statuses (
        endpoint_id text not null references outbox_endpoints (endpoint_id) on delete cascade,
        organization_id text not null,
        repository text not null,
        head_sha text not null,
        base_branch text not null,
        state text,
        first_seen_at ${int} not null,
        looked_at ${int} not null,
        primary key (endpoint_id, repository, head_sha, base_branch)
      )${end}`,
      'create index pull_requests_updated on pull_requests (organization_id, updated_at)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
