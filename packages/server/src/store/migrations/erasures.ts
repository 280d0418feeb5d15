import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** Sessions that were deleted: where the rest of them lies until it is gone, and what is told of it afterwards. */
export const erasures = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `create table erasures (
        session_id text primary key,
        organization_id text not null,
        session_pk ${int} not null,
        bucket ${int},
        event_count ${int} not null,
        reason text not null,
        requested_by text,
        requested_at ${int} not null,
        removed_at ${int},
        erased_at ${int}
      )${end}`,
      'create index erasures_pending on erasures (requested_at) where erased_at is null',
      'create index erasures_organization on erasures (organization_id, requested_at)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
