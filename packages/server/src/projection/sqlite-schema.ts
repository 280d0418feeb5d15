import { rmSync } from 'node:fs';
import { join, parse } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { projectionVersion } from '../domain/projection-version.ts';
import { requestTable } from './family/tables.ts';
import { sqliteInsights } from './insights/tables.ts';
import { linkTables } from './links/tables.ts';
import { listedColumns, listedIndexes } from './lists/order.ts';
import { sqliteTotals } from './lists/totals.ts';
import { modelTables } from './model/tables.ts';

const stem = (databaseName: string) =>
  databaseName === 'debrief' ? 'projections' : `${databaseName}.projections`;

/**
 * Beside the database and named after it and the version: two databases in one folder must not share what is derived
 * from one, nor two versions of the server.
 */
export function projectionPath(databasePath: string): string {
  const { dir, name } = parse(databasePath);
  return join(dir, `${stem(name)}-${projectionVersion}.db`);
}

const versioned = /^-(\d{1,6})\.db(?:-wal|-shm)?$/;
const unversioned = /^\.db(?:-wal|-shm)?$/;

/** Of the files in a database's folder those that hold what was derived from it. The first ones had no version. */
export function projectionFiles(
  databasePath: string,
  names: readonly string[],
): { name: string; version: number }[] {
  const beginning = stem(parse(databasePath).name);
  return names.flatMap((name) => {
    if (!name.startsWith(beginning)) return [];
    const ending = name.slice(beginning.length);
    if (unversioned.test(ending)) return [{ name, version: 0 }];
    const [, version] = versioned.exec(ending) ?? [];
    return version === undefined ? [] : [{ name, version: Number(version) }];
  });
}

/** Losing the last moments to a power cut costs nothing here: they are folded again. */
export const projectionPragmas = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 5000;
  PRAGMA secure_delete = ON;
`;

const tables = `
  create table session_statistics (
    session_id text primary key,
    organization_id text not null,
    folded_to integer not null,
    state_to integer not null,
    figures text,
    -- The figures with everything, where some of it counts elsewhere (family/shares.ts).
    whole text,
    title text,
    fault text,
    -- When it was folded last, and the digest of the last event (model/lineage.ts).
    folded_at integer not null default 0,
    last_event text,
    ${listedColumns('integer')}
    -- For filters and sorting; cost in millionths of a dollar.
    errors integer generated always as (coalesce(json_extract(figures, '$.errors'), 0)) stored,
    denials integer generated always as (coalesce(json_extract(figures, '$.denials'), 0)) stored,
    edits integer generated always as (coalesce(json_extract(figures, '$.edits'), 0)) stored,
    material integer generated always as (coalesce(json_extract(figures, '$.material'), 0)) stored,
    tokens integer generated always as (coalesce(json_extract(figures, '$.tokens.total'), 0)) stored,
    cost integer generated always as
      (cast(round(coalesce(json_extract(figures, '$.costUsd'), 0) * 1000000) as integer)) stored,
    outcome text generated always as (json_extract(figures, '$.outcome.kind')) stored,
    -- Last: lists read the figures, and would have to follow a long state to where it ends.
    state blob
  ) strict;
  ${listedIndexes('session_statistics')};
  ${sqliteTotals}
  ${sqliteInsights}
  -- What needs a look (findings/judgement.ts). The body comes last: lists read the counts without it.
  create table session_findings (
    session_id text primary key,
    organization_id text not null,
    mark text not null,
    folded_to integer not null,
    high integer not null,
    medium integer not null,
    low integer not null,
    -- The highest severity and how many rules found something that severe.
    risk integer not null,
    top text not null,
    body blob not null
  ) strict;
  create table session_rules (
    session_id text not null,
    rule text not null,
    organization_id text not null,
    severity integer not null,
    count integer not null,
    started_at integer not null default 0,
    primary key (session_id, rule)
  ) strict, without rowid;
  create index session_rules_rule on session_rules (organization_id, rule, started_at, session_id);
  -- Commands that did not work (packages/lessons/src/failure.ts).
  create table session_failures (
    session_id text not null,
    kind text not null,
    command text not null,
    organization_id text not null,
    sequence integer not null,
    times integer not null,
    started_at integer not null,
    primary key (session_id, kind, command)
  ) strict, without rowid;
  create index session_failures_newest
    on session_failures (organization_id, started_at, kind, command, session_id, sequence);
  -- What looks at a session came to (findings/kept-answers.ts); they can be had again.
  create table session_answers (
    session_id text primary key,
    stamp text not null,
    answers text not null
  ) strict;
  -- The transcript in pages (reading/page.ts). The body comes last: skeletons are read without it.
  create table pages (
    session_id text not null,
    kind integer not null,
    lane integer not null,
    page integer not null,
    count integer not null,
    first_sequence integer not null,
    last_sequence integer not null,
    changed_to integer not null,
    retracted_to integer not null,
    skeleton text,
    body blob not null
  ) strict;
  create unique index pages_place on pages (session_id, kind, lane, page);
  -- chunk_id: the second the session started in, then a running number; so newest first is simply downwards.
  create table search_chunks (
    chunk_id integer primary key,
    session_id text not null,
    kind text not null,
    sequence integer not null,
    text text not null
  ) strict;
  create index search_chunks_session on search_chunks (session_id);
  -- The texts are in search_chunks; here only words, found by chunk_id.
  create virtual table search_index using fts5 (
    scope, words, content = '', contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 2", prefix = '2 3'
  );
  ${modelTables('', { int: 'integer', end: ' strict' })}
  ${requestTable('', { int: 'integer', end: ' strict, without rowid' })}
  ${linkTables('', { int: 'integer', bytes: 'blob', end: ' strict' })}
`;

const isBroken = (error: unknown): boolean => {
  const { errcode } = error as { errcode?: number };
  // SQLITE_CORRUPT, SQLITE_NOTADB
  return errcode === 11 || errcode === 26;
};

export function removeProjectionFile(path: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true });
}

/** The file with this version's tables, made if there were none; `unusable` when it is broken or not what it is called. */
export function openProjectionFile(path: string): 'ready' | 'unusable' {
  try {
    // Before the first word: another process may be opening or leaving the file just now.
    const db = new DatabaseSync(path, { timeout: 5000 });
    try {
      db.exec('PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL;');
      db.exec(projectionPragmas);
      db.exec('BEGIN IMMEDIATE');
      const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
      const isEmpty = db.prepare('select 1 from sqlite_schema limit 1').get() === undefined;
      if (isEmpty) db.exec(`${tables} PRAGMA user_version = ${projectionVersion};`);
      db.exec('COMMIT');
      return isEmpty || version === projectionVersion ? 'ready' : 'unusable';
    } finally {
      db.close();
    }
  } catch (error) {
    if (isBroken(error)) return 'unusable';
    throw error;
  }
}

/** In a transaction: all tables as they were when the file was new. */
export function resetTables(db: DatabaseSync): void {
  const names = db
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
    .all()
    .map(({ name }) => String(name));
  // Those of the index go with it.
  for (const name of names.filter((one) => one === 'search_index' || !one.startsWith('search_index')))
    db.exec(`drop table ${name}`);
  db.exec(tables);
}
