import type { DatabaseSync } from 'node:sqlite';

/** node:sqlite came with Node 22.5; the CLI itself runs on 20. */
export const canReadSqlite = (): boolean => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 5);
};

export const sqliteObstacle = (name: string): string | undefined =>
  canReadSqlite()
    ? undefined
    : `${name} keeps its sessions in SQLite, which Node ${process.versions.node} cannot read. Install Node 22.5 or newer, then run "debrief connect" again with it.`;

/**
 * Short, read-only look into a database its owner is writing to. Never writable, never checkpointed;
 * a busy database is waited for, and one that cannot be opened now is looked at again next time.
 */
export async function readDatabase<T>(
  path: string,
  read: (database: DatabaseSync) => T,
): Promise<T | undefined> {
  if (!canReadSqlite()) return undefined;
  const { DatabaseSync } = await import('node:sqlite');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    database.exec('PRAGMA busy_timeout = 2000; PRAGMA query_only = ON');
    return read(database);
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}

export const parsedJson = (value: unknown): unknown => {
  try {
    return JSON.parse(String(value));
  } catch {
    return value;
  }
};
