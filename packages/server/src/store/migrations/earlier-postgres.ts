import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';
import { missingTables } from './earlier-tables.ts';
import { eventPartitions } from './event-partitions.ts';

const rateCounts =
  'create unlogged table if not exists rate_counts (minute bigint, key text, points bigint not null, primary key (minute, key))';

/** Puts events and keys that lie in one table each into a partition for each month. */
const partitioned = ({ sessionBucket, eventBatches, idempotency }: ColumnTypes): string[] => [
  `alter table sessions add column ${sessionBucket.trim().replace(/,$/, '')}`,
  ...['event_batches', 'idempotency'].flatMap((table) => [
    `alter table ${table} rename to ${table}_whole`,
    `alter table ${table}_whole rename constraint ${table}_pkey to ${table}_whole_pkey`,
  ]),
  eventBatches,
  idempotency,
  'alter table event_batches alter column body set storage external',
  ...eventPartitions,
  'select ensure_event_partition(bucket) from (select distinct bucket from sessions) months',
  `insert into event_batches
    select s.bucket, w.session_pk, w.first_sequence, w.count, w.accepted_at, w.encoding, w.body
    from event_batches_whole w join sessions s using (session_pk)`,
  `insert into idempotency
    select s.bucket, w.session_pk, w.key_hash, w.first_sequence, w.count, w.fingerprint, w.status
    from idempotency_whole w join sessions s using (session_pk)`,
  'drop table event_batches_whole, idempotency_whole',
];

/**
 * On a database whose first migration ran before 15 November 2026, 03:43: adds what that migration has made since. The
 * steps that are done already change nothing.
 */
export async function catchUpPostgres<DB>(db: Kysely<DB>, types: ColumnTypes): Promise<void> {
  const columns = async () => {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = to_regclass('sessions') and attnum > 0 and not attisdropped`.execute(db);
    return rows.map(({ name }) => name);
  };
  const { rows } = await sql<{ complete: boolean | null }>`
    select to_regclass('sessions_by_status') is not null as complete where to_regclass('sessions') is not null`.execute(
    db,
  );
  // The indexes came last: a database that has them has all of it, and one without sessions is new.
  if (rows.length === 0 || rows[0]?.complete) return;
  await sql`select pg_advisory_xact_lock(hashtext('debrief catch up'))`.execute(db);
  if (!(await columns()).includes('bucket')) {
    for (const statement of partitioned(types)) await sql.raw(statement).execute(db);
  }
  for (const statement of [...missingTables(types), rateCounts]) await sql.raw(statement).execute(db);
}
