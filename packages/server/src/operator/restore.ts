import { randomUUID } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { Config } from '../config.ts';
import { claimDatabase } from '../data-directory.ts';
import { batchTable } from '../log/sqlite/moved-rows.ts';
import { removeProjectionFiles } from '../projection/model/sqlite.ts';
import { loadServerKey, serverKeys } from '../server-key.ts';
import { newerMigration } from '../store/migrations/index.ts';
import { setSettingIn, settingIn } from '../store/setting.ts';
import { noteRestore } from './chain-anchor.ts';
import { UsageError } from './usage-error.ts';

/**
 * Puts a backup in the place of the embedded database. Killed at any moment, there is either what was there or the
 * whole backup, and nothing that was derived from one stands beside the other; the next one finishes it.
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
    removeUnfinishedRestore(path);
    const copy = restoring(path);
    await copyWithNewLineage(file, copy);
    const isDamaged = existsSync(path) && !emptyLogOfWrites(path);
    // First: whatever happens next, nothing is left that was derived from another history.
    removeProjectionFiles(path);
    const kept = existsSync(path) ? freeName(path) : undefined;
    if (kept) keepAside(path, kept, isDamaged);
    renameSync(copy, path);
    noteRestore(config.dataDir);
    syncFolder(dirname(path));
    return kept;
  } catch (error) {
    removeUnfinishedRestore(path);
    throw isFull(error) ? new UsageError(fullSentence(path, file)) : error;
  } finally {
    release();
  }
}

/**
 * Removes what a restore left that came to nothing: the copy, which nobody would erase a session from, and a second name
 * of the database, which is no copy of it.
 */
export function removeUnfinishedRestore(path: string): void {
  for (const what of [restoring(path), keeping(path)])
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(what + ending, { force: true });
  if (!existsSync(path) || statSync(path).nlink === 1) return;
  const { ino } = statSync(path);
  const beginning = `${parse(path).name}.${keptName}`;
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(beginning)) continue;
    const other = join(dirname(path), name);
    if (statSync(other, { throwIfNoEntry: false })?.ino !== ino) continue;
    // That of a damaged database went with the name.
    if (existsSync(`${other}-wal`) && !existsSync(`${path}-wal`)) renameSync(`${other}-wal`, `${path}-wal`);
    rmSync(other);
  }
}

const isFull = (error: unknown): boolean => {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === 'ENOSPC' || (errcode !== undefined && (errcode & 0xff) === 13);
};

function fullSentence(path: string, file: string): string {
  const megabytes = Math.ceil(statSync(file).size / 1e6);
  return `The disk under ${dirname(path)} is full: make room for ${megabytes} MB, then restore again; the database is as it was.`;
}

/** Beside the database, named after it. */
const beside = (path: string, what: string): string => {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}.${what}${ext}`);
};

const keptName = 'before-restore-';
const restoring = (path: string) => beside(path, 'restoring');
const keeping = (path: string) => beside(path, 'keeping');

/** Under which what was there is kept: two restores may come within a second. */
function freeName(path: string): string {
  const now = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  for (let n = 1; ; n++) {
    const kept = beside(path, `${keptName}${now}${n > 1 ? `-${n}` : ''}`);
    if (!existsSync(kept)) return kept;
  }
}

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
      if (!['settings', 'sessions', batchTable, 'kysely_migration'].every((name) => names.has(name)))
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
      const key = settingIn(db, 'server_key_check');
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
    setSettingIn(db, 'lineage', randomUUID());
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
  sync(copy);
}

/**
 * What is still in the WAL goes into the file, so that the file alone is the database: a WAL that is left behind would
 * be applied to the one that comes in its place. False: it cannot, because the database is damaged.
 */
function emptyLogOfWrites(path: string): boolean {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: 2000 });
    if (db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0) return true;
    throw new UsageError(
      `Another program reads ${path}, perhaps a backup: wait for its end, then restore again.`,
    );
  } catch (error) {
    const { errcode = 0 } = error as { errcode?: number };
    // SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB
    if ([10, 11, 26].includes(errcode & 0xff)) return false;
    throw error;
  } finally {
    db?.close();
  }
}

/** Keeps what was there under another name, and leaves it in its place as well. */
function keepAside(path: string, kept: string, isDamaged: boolean): void {
  try {
    linkSync(path, kept);
  } catch (error) {
    if (isFull(error)) throw error;
    // Not every file system has second names.
    copyFileSync(path, keeping(path));
    renameSync(keeping(path), kept);
  }
  sync(kept);
  // What a damaged one could not take from its WAL stays beside it.
  if (isDamaged && existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${kept}-wal`);
  for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
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
