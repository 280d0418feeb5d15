import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from './config.ts';
import { projectionPath } from './projection/sqlite-schema.ts';

/** What the process makes from here on, it makes for its own user only, whatever umask it was started with. */
export const makePrivateFiles = (): void => void process.umask(0o077);

/**
 * Takes other users' rights off what earlier versions left in the data directory, and off the files of a database
 * elsewhere. A directory that is meant for everybody (such as /tmp) is left as it is.
 */
export function tightenData({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>): void {
  const files = new Set<string>();
  for (const entry of filesIn(dataDir)) files.add(join(dataDir, entry));
  if (database.engine === 'sqlite' && database.path !== ':memory:') {
    for (const path of [database.path, projectionPath(database.path)]) {
      for (const ending of ['', '-wal', '-shm']) files.add(path + ending);
    }
  }
  for (const path of [dataDir, ...files]) tighten(path);
}

/** The names under which the server itself writes: databases, backups beside them, the server key, locks. */
const ours = /\.(?:db|db-wal|db-shm|key|lock)$/;

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => ours.test(name));
  } catch {
    return [];
  }
}

function tighten(path: string): void {
  try {
    const { mode, uid } = lstatSync(path);
    const isOurs = uid === process.getuid?.();
    const isForEverybody = (mode & 0o1000) !== 0;
    const isLink = (mode & 0o170000) === 0o120000;
    if (isOurs && !isForEverybody && !isLink && (mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * Takes an embedded database for one server. The lock is one of the operating system, on a file beside the database,
 * and ends with the process however it ends. Operator commands and backups do not take it. Throws when another server
 * has it.
 */
export function claimDatabase(database: Config['database']): () => void {
  if (database.engine !== 'sqlite' || database.path === ':memory:') return () => {};
  mkdirSync(dirname(database.path), { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(`${database.path}.lock`, { timeout: 0 });
  try {
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE;');
  } catch (error) {
    lock.close();
    const { errcode } = error as { errcode?: number };
    // SQLITE_BUSY, SQLITE_LOCKED
    if (errcode !== 5 && errcode !== 6) throw error;
    throw new AlreadyServed(
      `Another server is running on ${dirname(database.path)}. An embedded database takes one server: stop the other one, give this one a DATA_DIR of its own, or set DATABASE_URL to a PostgreSQL, which takes several.`,
    );
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}

export class AlreadyServed extends Error {}
