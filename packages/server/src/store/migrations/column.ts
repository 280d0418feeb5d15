import type { Engine } from '../database.ts';
import { eventPartitions } from './event-partitions.ts';

/** Where the two engines' DDL differs. */
export interface ColumnTypes {
  int: string;
  bytes: string;
  json: string;
  serial: string;
  /** After the closing bracket of a table. */
  end: string;
  /** Room in each page so that an update of the counter stays on it. */
  hotRows: string;
  /** What the events lie in by month, where the engine does that. */
  sessionBucket: string;
  eventBatches: string;
  idempotency: string;
  /** Refuses update and delete. */
  appendOnly(table: string): string[];
  /** What is made after the tables. */
  afterwards: string[];
}

const sqlite: ColumnTypes = {
  int: 'integer',
  bytes: 'blob',
  json: 'text',
  // Never given twice: what is remembered of an erased session cannot be taken for another's.
  serial: 'integer primary key autoincrement',
  end: ' strict',
  hotRows: '',
  sessionBucket: '',
  // The key is session_pk << 32 | first_sequence: one integer tree, the batches of a session side by side.
  eventBatches: `create table event_batches (
    batch_key integer primary key,
    count integer not null,
    accepted_at integer not null,
    encoding integer not null,
    body blob not null
  ) strict`,
  idempotency: `create table idempotency (
    session_pk integer not null,
    key_hash blob not null,
    first_sequence integer not null,
    count integer not null,
    fingerprint blob not null,
    status integer not null,
    primary key (session_pk, key_hash)
  ) strict, without rowid`,
  appendOnly: (table) =>
    ['update', 'delete'].map(
      (verb) => `create trigger ${table}_no_${verb} before ${verb} on ${table}
        begin select raise(abort, '${table} is append-only'); end`,
    ),
  afterwards: [],
};

const postgres: ColumnTypes = {
  int: 'bigint',
  bytes: 'bytea',
  json: 'jsonb',
  serial: 'bigint generated always as identity primary key',
  end: '',
  hotRows: ' with (fillfactor = 70)',
  // Every event of a session lies in the month the session began, so that retention drops whole months.
  sessionBucket: `bucket integer not null generated always as ((
    extract(year from to_timestamp(started_at / 1000.0) at time zone 'UTC') * 100 +
    extract(month from to_timestamp(started_at / 1000.0) at time zone 'UTC'))::integer) stored,`,
  eventBatches: `create table event_batches (
    bucket integer not null,
    session_pk bigint not null,
    first_sequence bigint not null,
    count integer not null,
    accepted_at bigint not null,
    encoding smallint not null,
    body bytea not null,
    primary key (bucket, session_pk, first_sequence)
  ) partition by range (bucket)`,
  idempotency: `create table idempotency (
    bucket integer not null,
    session_pk bigint not null,
    key_hash bytea not null,
    first_sequence bigint not null,
    count integer not null,
    fingerprint bytea not null,
    status smallint not null,
    primary key (bucket, session_pk, key_hash)
  ) partition by range (bucket)`,
  appendOnly: (table) => [
    `create function ${table}_refuse() returns trigger language plpgsql as
      $$ begin raise exception '${table} is append-only'; end $$`,
    `create trigger ${table}_append_only before update or delete on ${table}
      for each row execute function ${table}_refuse()`,
  ],
  afterwards: [
    // Bodies are compressed before they get here; trying again would only cost time.
    'alter table event_batches alter column body set storage external',
    ...eventPartitions,
    'create unlogged table rate_counts (minute bigint, key text, points bigint not null, primary key (minute, key))',
  ],
};

export const columnTypes: Record<Engine, ColumnTypes> = { sqlite, postgres };
