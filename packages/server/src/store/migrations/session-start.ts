import { type Kysely, sql } from 'kysely';
import type { Engine } from '../database.ts';

const monthOf = (column: string) => `(
    extract(year from to_timestamp(${column} / 1000.0) at time zone 'UTC') * 100 +
    extract(month from to_timestamp(${column} / 1000.0) at time zone 'UTC'))::int`;

/**
 * The partition of a session's events follows its arrival. Before this it followed `started_at`, which was the same
 * instant; now a session of last year may arrive today.
 */
const partitionsByArrival = [
  'alter table sessions alter column bucket drop expression',
  `create or replace function sessions_partition() returns trigger language plpgsql as $$
begin
  new.bucket := ${monthOf('new.created_at')};
  perform ensure_event_partition(new.bucket);
  return new;
end $$`,
];

/**
 * Sessions state when they began. Those captured before have the time of their arrival instead; `start_repair` marks
 * them until housekeeping has put in the time of their first record.
 */
export const sessionStart = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      'alter table sessions add column started_at_source text',
      'alter table sessions add column start_repair integer',
      'update sessions set start_repair = 1',
      'create index sessions_start_repair on sessions (session_pk) where start_repair is not null',
      ...(engine === 'postgres' ? partitionsByArrival : []),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
