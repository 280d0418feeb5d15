import type { DatabaseSync } from 'node:sqlite';
import type { Source } from './agent.ts';
import { look } from './walk.ts';

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

/** The columns of a table: they come and go with the versions of an agent. */
export const columnsOf = (database: DatabaseSync, table: string): Set<string> =>
  new Set(
    database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map((row) => String(row.name)),
  );

/** Where one session's rows are: `database#id`. */
export const rowsOf = (database: string, id: string): string => `${database}#${id}`;

/** The database and the id of a path that `rowsOf` made. An id may hold a `#`, and so may a folder. */
export function splitRows(path: string): { database: string; id: string } {
  const [, database = path, id = ''] = /^(.*\.(?:db|vscdb))#(.*)$/s.exec(path) ?? [];
  return { database, id };
}

const found = new Map<string, { stamp: string; sources: Source[] }>();

/** The sessions of a database, asked again only when it has changed: changes lie in its log first. */
export async function sourcesIn(path: string, read: (database: DatabaseSync) => Source[]): Promise<Source[]> {
  const file = await look(path);
  if (!file) return [];
  const stamp = `${file.stamp}/${(await look(`${path}-wal`))?.stamp}`;
  const before = found.get(path);
  if (before?.stamp === stamp) return before.sources;
  const sources = await readDatabase(path, read);
  // Locked, or half written: what was there before is still known, and the next look asks again.
  if (!sources) return before?.sources ?? [];
  found.set(path, { stamp, sources });
  return sources;
}
