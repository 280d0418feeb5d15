import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Agent, type Fields, isSettling, type Row, type Source, type Surroundings } from './agent.ts';
import { readDatabase, sourcesIn, splitRows, sqliteObstacle } from './sqlite.ts';

/** What agents that keep their sessions as rows of SQLite have in common. */

interface DatabaseAgent extends Pick<Agent, 'agentId' | 'name' | 'rows' | 'facts'> {
  databaseOf(where: Surroundings): string;
  /** Its sessions, without their messages. */
  overview(database: DatabaseSync, path: string): Source[];
  /** Why it cannot be read here, besides SQLite itself. */
  obstacle?(): string | undefined;
}

/** An agent that has one database. */
export const databaseAgent = ({ databaseOf, overview, obstacle, ...agent }: DatabaseAgent): Agent => ({
  ...agent,
  homes: (where) => [join(databaseOf(where), '..')],
  find(where) {
    const path = databaseOf(where);
    return sourcesIn(path, (database) => overview(database, path));
  },
  obstacle: () => sqliteObstacle(agent.name) ?? obstacle?.(),
});

/** What `read` finds of the session that a source is. Throws while it cannot be read, so that it is asked for again. */
export async function readSession<Found>(
  source: Source,
  read: (database: DatabaseSync, id: string) => Found | undefined,
): Promise<Found> {
  const { database: path, id } = splitRows(source.path);
  const found = await readDatabase(path, (database) => read(database, id));
  if (found === undefined) throw new Error(`${source.path} could not be read.`);
  return found;
}

/** The row of a session and those of its messages, where tables are called that. */
export const readMessages = (
  source: Source,
  order: 'id' | 'rowid' | 'created_at, rowid',
  columns = '*',
): Promise<{ session: Fields; messages: Fields[] }> =>
  readSession(source, (database, id) => {
    const session = database.prepare('SELECT * FROM sessions WHERE id = ?').get(id);
    const messages = `SELECT ${columns} FROM messages WHERE session_id = ? ORDER BY ${order}`;
    return session && { session, messages: database.prepare(messages).all(id) };
  });

/** What a session used in all. The sums move with every reply: worth an event when the session rests. */
export const usageRow = (source: Source, used: Fields): Row => ({
  id: 'usage',
  record: { type: 'usage', ...used },
  ...(isSettling(source.modifiedAt) && { unsettled: true }),
});

/** The first of those that started each other. A ring of them, which nobody makes by accident, ends. */
export function topOf<Row>(row: Row, parentOf: (row: Row) => Row | undefined): Row {
  let top = row;
  for (let depth = 0; depth < 32; depth++) {
    const parent = parentOf(top);
    if (!parent) break;
    top = parent;
  }
  return top;
}

/** A session that another one started is a part of it. */
export const partOf = (
  id: string,
  top: string,
  more: Omit<NonNullable<Source['subagent']>, 'id'> = {},
): Pick<Source, 'part' | 'subagent'> => (id === top ? { part: '' } : { part: id, subagent: { id, ...more } });
