import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { claimDatabase } from '../data-directory.ts';
import { loadServerKey, serverKeys } from '../server-key.ts';
import { assertDurable, openPostgres } from '../store/connection/postgres.ts';
import { openSqlite } from '../store/connection/sqlite.ts';
import { migrate } from '../store/migrations/index.ts';
import { totalSql } from '../store/monitoring/question.ts';
import { claimSetting } from '../store/setting.ts';
import { postgresSentence } from './bad-start.ts';
import { compare } from './move-comparison.ts';
import { copyTable } from './move-copy.ts';
import { type MovedTable, movedTables } from './move-table.ts';
import { UsageError } from './usage-error.ts';

export interface Moved {
  sessions: number;
  events: number;
  tables: number;
  /** Texts that PostgreSQL cannot hold, with a NUL in them: it was replaced. */
  changed: number;
}

export interface MoveOptions {
  /** After each piece that is safely there. */
  onPiece?: (table: string) => void;
  say?: (line: string) => void;
}

/**
 * Everything that is kept, from the embedded database into an empty PostgreSQL. Each piece is one transaction with the
 * place where the next one begins, so a move that was killed goes on there. At the end every table and the events of
 * every session are compared. What is derived is not moved: the server builds it anew.
 */
export async function move(config: Config, url: string, options: MoveOptions = {}): Promise<Moved> {
  const { database } = config;
  if (database.engine !== 'sqlite') {
    throw new UsageError('This moves the embedded database; DATABASE_URL names a PostgreSQL already.');
  }
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new UsageError('Name the PostgreSQL to move to: move --to postgres://user:password@host/database');
  }
  if (config.bus) {
    throw new UsageError('Empty the bus first (debrief-server persist drain), then move without NATS_URL.');
  }
  if (!existsSync(database.path))
    throw new UsageError(`There is no database at ${database.path}: correct DATA_DIR.`);
  const release = claimDatabase(database);
  try {
    const lineage = await readySource(config, database.path);
    const target = openPostgres({ url, poolSize: 2, unhurried: true });
    try {
      await assertDurable(target);
      await readyTarget(target.pool, lineage, async () => void (await migrate(target)));
      return await moveAll(database.path, target.pool, options);
    } catch (error) {
      const sentence = error instanceof Error && postgresSentence(error, { url }, 'the address behind --to');
      throw sentence ? new UsageError(sentence) : error;
    } finally {
      await target.close();
    }
  } finally {
    release();
  }
}

/** Brings the source to this version, so that both have the same tables; its lineage says which history is moved. */
async function readySource(config: Config, path: string): Promise<string> {
  const { check } = serverKeys(loadServerKey(config.serverKey, config.dataDir));
  const source = openSqlite(path);
  try {
    await migrate(source);
    if ((await claimSetting(source, 'server_key_check', check)) !== check) {
      throw new UsageError(
        'This database was set up with another server key. Set SERVER_KEY, or bring the server.key file of its data directory.',
      );
    }
    return await claimSetting(source, 'lineage', crypto.randomUUID());
  } finally {
    await source.close();
  }
}

/** Empty, or half-way through the same move. The list of what was moved is there from before the first table on. */
async function readyTarget(
  pool: pg.Pool,
  lineage: string,
  migrateTarget: () => Promise<void>,
): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  const isBegun = rows.some(({ name }) => name === 'move_progress');
  if (!isBegun && rows.length > 0) {
    throw new UsageError('There is something in that database already: a move needs an empty one.');
  }
  if (isBegun) {
    const found = await pool.query<{ position: string }>(
      `select position from move_progress where table_name = 'lineage'`,
    );
    if (found.rows[0]?.position !== lineage) {
      throw new UsageError('Another database is being moved there: a move needs an empty one.');
    }
    return migrateTarget();
  }
  await pool.query(
    `begin; create table move_progress (table_name text primary key, position text not null);
      insert into move_progress values ('lineage', '${lineage.replaceAll("'", "''")}'); commit`,
  );
  await migrateTarget();
}

async function moveAll(path: string, pool: pg.Pool, { onPiece, say }: MoveOptions): Promise<Moved> {
  const source = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = await movedTables(source, pool);
    let changed = 0;
    for (const table of tables) {
      say?.(`${table.name} …`);
      changed += await copyTable(source, pool, table, () => onPiece?.(table.name));
    }
    say?.('comparing …');
    const counts = new Map<string, number>();
    for (const table of tables) counts.set(table.name, await compare(source, pool, table));
    await goOnNumbering(source, pool, tables);
    await pool.query('drop table move_progress');
    await pool.query('analyze');
    return {
      sessions: counts.get('sessions') ?? 0,
      events: Number(source.prepare(totalSql).get()?.events),
      tables: tables.length,
      changed,
    };
  } finally {
    source.close();
  }
}

/** A number that was given once is never given again, also when what had it is gone. */
async function goOnNumbering(
  source: DatabaseSync,
  pool: pg.Pool,
  tables: readonly MovedTable[],
): Promise<void> {
  for (const { name, numbered } of tables) {
    if (numbered === undefined) continue;
    const row = source.prepare('select seq from sqlite_sequence where name = ?').get(name);
    const last = Number(row?.seq ?? 0);
    // An insert that had nothing to insert leaves a 0 there.
    if (last === 0) continue;
    await pool.query('select setval(pg_get_serial_sequence($1, $2), $3)', [name, numbered, last]);
  }
}
