import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** Machines that members ask for, and the terminals they are signed in at. */
export const claimRequests = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `create table claim_requests (
        environment_id text not null,
        organization_id text not null,
        user_id text not null,
        requested_at ${int} not null,
        primary key (environment_id, user_id)
      )${end}`,
      'create index claim_requests_of_organization on claim_requests (organization_id, requested_at)',
      `create table terminals (
        terminal_id text primary key,
        organization_id text not null,
        user_id text not null,
        digest text not null unique,
        machine text not null,
        created_at ${int} not null,
        last_used_at ${int},
        expires_at ${int} not null
      )${end}`,
      'create index terminals_of_member on terminals (user_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
