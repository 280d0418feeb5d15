import { randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { Config } from '../config.ts';
import { claimDatabase } from '../data-directory.ts';
import { removeProjectionFiles } from '../projection/model/sqlite.ts';
import { loadServerKey, serverKeys } from '../server-key.ts';
import { newerMigration } from '../store/migrations/index.ts';
import { UsageError } from './usage-error.ts';

/**
 * Puts a backup in the place of the embedded database. Killed at any moment, there is either what was there or the
 * whole backup, and nothing that was derived from one stands beside the other.
 */
export async function restore(config: Config, file: string): Promise<string | undefined> {
  const { database } = config;
  if (database.engine !== 'sqlite') {
    throw new UsageError(
      'This is for the embedded database; use pg_restore for PostgreSQL, with all servers stopped.',
    );
  }
  const { path } = database;
  checkBackup(file, keyCheck(config));
  const release = claimDatabase(database);
  try {
    const copy = beside(path, 'restoring');
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(copy + ending, { force: true });
    await copyWithNewLineage(file, copy);
    // First: whatever happens next, nothing is left that was derived from another history.
    removeProjectionFiles(path);
    const kept = keepAside(path);
    renameSync(copy, path);
    syncFolder(dirname(path));
    return kept;
  } finally {
    release();
  }
}

/** Beside the database, named after it. */
const beside = (path: string, what: string): string => {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}.${what}${ext}`);
};

function keyCheck({ serverKey, dataDir }: Config): string {
  if (!serverKey && !existsSync(join(dataDir, 'server.key'))) {
    throw new UsageError(
      `There is no server.key in ${dataDir}: put the one there that was kept with the backup, or set SERVER_KEY.`,
    );
  }
  return serverKeys(loadServerKey(serverKey, dataDir)).check;
}

/** Throws with one sentence when the file cannot take the place of the database. */
function checkBackup(file: string, check: string): void {
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
  const notOurs = `${file} is not a backup of Debrief: give the file that debrief-server backup wrote.`;
  try {
    const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    try {
      const tables = db.prepare("select name from sqlite_schema where type = 'table'").all();
      const names = new Set(tables.map(({ name }) => name));
      if (!['settings', 'sessions', 'event_batches', 'kysely_migration'].every((name) => names.has(name)))
        throw new UsageError(notOurs);
      const health = db.prepare('PRAGMA quick_check(1)').get()?.quick_check;
      if (health !== 'ok') throw new UsageError(damaged(file));
      const applied = db.prepare('select name from kysely_migration').all();
      const newer = newerMigration(applied.map(({ name }) => String(name)));
      if (newer !== undefined) {
        throw new UsageError(
          `${file} was made by a newer version of Debrief (${newer} is unknown here): restore it with that version.`,
        );
      }
      const key = db.prepare("select value from settings where name = 'server_key_check'").get()?.value;
      if (key !== undefined && key !== check) {
        throw new UsageError(
          `${file} belongs to another server key: put the server.key that was kept with it into the data directory, or set SERVER_KEY.`,
        );
      }
    } finally {
      db.close();
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { errcode } = error as { errcode?: number };
    // SQLITE_NOTADB, SQLITE_CORRUPT
    if (errcode === 26) throw new UsageError(notOurs);
    if (errcode === 11) throw new UsageError(damaged(file));
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

const damaged = (file: string) => `${file} is damaged: restore another backup.`;

async function copyWithNewLineage(file: string, copy: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    await backup(source, copy);
  } finally {
    source.close();
  }
  const db = new DatabaseSync(copy);
  try {
    db.prepare("insert or replace into settings (name, value) values ('lineage', ?)").run(randomUUID());
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
  sync(copy);
}

/** Keeps what was there under another name, and leaves it in its place as well; returns the name. */
function keepAside(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const kept = beside(path, `before-restore-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')}`);
  // What is still in the WAL goes into the file, if the file is sound.
  try {
    const db = new DatabaseSync(path, { timeout: 5000 });
    try {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } finally {
      db.close();
    }
  } catch {
    // A damaged one is kept as it is.
  }
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${kept}-wal`);
  try {
    linkSync(path, kept);
  } catch {
    copyFileSync(path, kept);
  }
  sync(kept);
  // A WAL that is left behind would be applied to the database that comes in its place.
  for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
  return kept;
}

function sync(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r');
    fsyncSync(folder);
    closeSync(folder);
  } catch {
    // Windows has no such thing.
  }
}
