import type { Engine } from '../database.ts';
import { appendBatches } from './append-batches.ts';

/** Where the two engines' DDL differs. */
export interface ColumnTypes {
  int: string;
  bytes: string;
  serial: string;
  /** After the closing bracket of a table. */
  end: string;
  /** The same for a table whose rows are nothing but a short key and its value. */
  keyedEnd: string;
  /** Room in each page so that an update of the counter stays on it. */
  hotRows: string;
  eventBatches: string;
  /** Refuses update and delete. */
  appendOnly(table: string): string[];
  functions: string[];
}

const sqlite: ColumnTypes = {
  int: 'integer',
  bytes: 'blob',
  serial: 'integer primary key',
  end: ' strict',
  keyedEnd: ' strict, without rowid',
  hotRows: '',
  // The key is session_pk << 32 | first_sequence: one integer tree, the batches of a session side by side.
  eventBatches: `create table event_batches (
    batch_key integer primary key,
    count integer not null,
    accepted_at integer not null,
    encoding integer not null,
    body blob not null
  ) strict`,
  appendOnly: (table) =>
    ['update', 'delete'].map(
      (verb) => `create trigger ${table}_no_${verb} before ${verb} on ${table}
        begin select raise(abort, '${table} is append-only'); end`,
    ),
  functions: [],
};

const postgres: ColumnTypes = {
  int: 'bigint',
  bytes: 'bytea',
  serial: 'bigint generated always as identity primary key',
  end: '',
  keyedEnd: '',
  hotRows: ' with (fillfactor = 70)',
  eventBatches: `create table event_batches (
    session_pk bigint not null,
    first_sequence bigint not null,
    count integer not null,
    accepted_at bigint not null,
    encoding smallint not null,
    body bytea not null,
    primary key (session_pk, first_sequence)
  )`,
  appendOnly: (table) => [
    `create function ${table}_refuse() returns trigger language plpgsql as
      $$ begin raise exception '${table} is append-only'; end $$`,
    `create trigger ${table}_append_only before update or delete on ${table}
      for each row execute function ${table}_refuse()`,
  ],
  functions: [
    // Bodies are compressed before they get here; trying again would only cost time.
    'alter table event_batches alter column body set storage external',
    appendBatches,
  ],
};

export const columnTypes: Record<Engine, ColumnTypes> = { sqlite, postgres };
