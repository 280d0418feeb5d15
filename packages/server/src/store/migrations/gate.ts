import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** What merges are stopped or warned for; there is no row until somebody changes it. */
export const gate = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`create table gate_policies (
        organization_id text primary key references organizations (organization_id) on delete cascade,
        policy text not null,
        updated_by text not null,
        updated_at ${int} not null
      )${end}`)
      .execute(db);
  },
});
