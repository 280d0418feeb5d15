import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Config } from '../../config.ts';
import type { KeptBatch } from '../../domain/session/log-ports.ts';
import { PostgresStored } from '../../log/postgres/stored.ts';
import { SqliteReader } from '../../log/sqlite/reader.ts';
import { openPool } from '../../store/connection/postgres-pool.ts';
import { sqlitePragmas } from '../../store/connection/sqlite-pragmas.ts';
import { isUnavailable } from '../../store/connection/unavailable.ts';
import type { Engine } from '../../store/database.ts';
import { UsageError } from '../usage-error.ts';

/** The database that is looked at, whether a server runs on it or not; nothing is written. */
export interface Source {
  engine: Engine;
  name: string;
  rows<Row>(text: string, ...values: (string | number)[]): Promise<Row[]>;
  /** The next batches of a session, as they are kept. */
  kept(session: { sessionPk: number; bucket: number | null }, after: number): Promise<KeptBatch[]>;
  close(): Promise<void>;
}

export function openSource({ database }: Config): Source {
  return database.engine === 'sqlite' ? openFile(database.path) : openPostgres(database.url);
}

const camel = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

function openFile(path: string): Source {
  if (!existsSync(path))
    throw new UsageError(`There is no database at ${path}: correct DATA_DIR or DATABASE_URL.`);
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  const reader = new SqliteReader(path, sqlitePragmas, { remembers: false });
  return {
    engine: 'sqlite',
    name: `SQLite, ${path}`,
    rows: async <Row>(text: string, ...values: (string | number)[]) =>
      db
        .prepare(text.replaceAll(/\$(\d)/g, '?$1'))
        .all(...(values as SQLInputValue[]))
        .map(camel) as Row[],
    kept: async ({ sessionPk }, after) => reader.kept(sessionPk, after),
    async close() {
      reader.close();
      db.close();
    },
  };
}

function openPostgres(url: string): Source {
  const pool = openPool({ url, poolSize: 1, unhurried: true });
  const { host, pathname } = new URL(url);
  const log = new PostgresStored({ pool, isUnavailable });
  return {
    engine: 'postgres',
    name: `PostgreSQL, ${pathname.slice(1)} at ${host}`,
    rows: async <Row>(text: string, ...values: (string | number)[]) =>
      (await pool.query(text, values)).rows.map(camel) as Row[],
    kept: (session, after) => log.kept({ organizationId: '', sessionId: '', ...session }, after),
    close: () => pool.end(),
  };
}
