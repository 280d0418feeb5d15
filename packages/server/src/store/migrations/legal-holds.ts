import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** Sessions that nobody deletes or takes words out of until a legal hold ends. */
export const legalHolds = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `create table legal_holds (
        legal_hold_id text primary key,
        organization_id text not null references organizations (organization_id) on delete cascade,
        kind text not null,
        subject text not null,
        label text,
        reason text not null,
        set_by text not null,
        set_at ${int} not null,
        until ${int} not null,
        lift_asked_by text,
        lift_asked_at ${int},
        lifted_by text,
        lifted_at ${int}
      )${end}`,
      'create index legal_holds_organization on legal_holds (organization_id, set_at)',
      // What retention would have deleted, so that it is said once.
      `create table legal_hold_kept (
        session_id text primary key references sessions (session_id) on delete cascade,
        kept_at ${int} not null
      )${end}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
