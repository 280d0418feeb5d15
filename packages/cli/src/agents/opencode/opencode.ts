import { readdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import {
  type Agent,
  type Fields,
  fields,
  instant,
  known,
  type Row,
  type Source,
  type Surroundings,
  text,
} from '../agent.ts';
import { parsedJson, readDatabase, sqliteObstacle } from '../sqlite.ts';
import { look } from '../walk.ts';
import { inTree, readTree } from './tree.ts';

const homeOf = ({ env, home }: Surroundings): string =>
  join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'opencode');

async function databasesOf(where: Surroundings): Promise<string[]> {
  const home = homeOf(where);
  const named = where.env.OPENCODE_DB;
  if (named && named !== ':memory:') return [isAbsolute(named) ? named : join(home, named)];
  const names = await readdir(home).catch(() => []);
  return names.filter((name) => /^opencode(-.+)?\.db$/.test(name)).map((name) => join(home, name));
}

interface SessionRow {
  id: string;
  parent_id: string | null;
  directory: string | null;
  changed: number;
  rows: number;
}

// Edits of messages and parts do not reach session.time_updated, and a revert deletes rows: ask all three.
const overview = `
  SELECT s.id, s.parent_id, s.directory,
    max(s.time_updated,
      coalesce((SELECT max(time_updated) FROM message WHERE session_id = s.id), 0),
      coalesce((SELECT max(time_updated) FROM part WHERE session_id = s.id), 0)) AS changed,
    (SELECT count(*) FROM message WHERE session_id = s.id) +
      (SELECT count(*) FROM part WHERE session_id = s.id) AS rows
  FROM session s WHERE s.time_updated > ? OR s.id IN (SELECT value FROM json_each(?))`;

/** Databases of 13 GB exist: after the first look only sessions of the last days are asked again. */
const freshFor = 3 * 86_400_000;

const remembered = new Map<string, { stamp: string; rows: Map<string, SessionRow> }>();

async function inDatabase(path: string): Promise<Source[]> {
  const stamp = `${(await look(path))?.stamp}/${(await look(`${path}-wal`))?.stamp}`;
  const before = remembered.get(path);
  if (before?.stamp !== stamp) {
    const since = before ? Date.now() - freshFor : 0;
    const fresh = [...(before?.rows.values() ?? [])]
      .filter((row) => row.changed > since)
      .map((row) => row.id);
    const read = await readDatabase(
      path,
      (database) => database.prepare(overview).all(since, JSON.stringify(fresh)) as unknown as SessionRow[],
    );
    const rows = before?.rows ?? new Map<string, SessionRow>();
    for (const row of read ?? []) rows.set(row.id, row);
    if (read) remembered.set(path, { stamp, rows });
  }
  const rows = remembered.get(path)?.rows ?? new Map<string, SessionRow>();
  return [...rows.values()].map((row) => sourceFor(path, row, rows));
}

function sourceFor(path: string, row: SessionRow, rows: Map<string, SessionRow>): Source {
  const root = rootOf(row.id, rows);
  return {
    agentId: 'opencode',
    externalId: root,
    part: row.id === root ? '' : row.id,
    path: `${path}#${row.id}`,
    stamp: `${row.changed}.${row.rows}`,
    modifiedAt: row.changed,
    bytes: row.rows * 1024,
    ...(row.directory && { cwd: row.directory }),
    ...(row.id !== root && {
      subagent: { id: row.id, ...(row.parent_id && row.parent_id !== root && { parent: row.parent_id }) },
    }),
  };
}

function rootOf(id: string, rows: Map<string, SessionRow>): string {
  let root = id;
  for (let depth = 0; depth < 32; depth++) {
    const parent = rows.get(root)?.parent_id;
    if (!parent || !rows.has(parent)) break;
    root = parent;
  }
  return root;
}

/** The rows in the shape of opencode's own API: ids beside the data. */
async function readRows(source: Source): Promise<Row[]> {
  const at = source.path.lastIndexOf('#');
  const id = source.path.slice(at + 1);
  const found = await readDatabase(source.path.slice(0, at), (database) => ({
    session: database.prepare('SELECT * FROM session WHERE id = ?').get(id),
    messages: database
      .prepare('SELECT * FROM message WHERE session_id = ? ORDER BY time_created, id')
      .all(id),
    parts: database.prepare('SELECT * FROM part WHERE session_id = ? ORDER BY message_id, id').all(id),
  }));
  if (!found?.session) throw new Error(`${source.path} could not be read.`);
  const parts = new Map<string, Row[]>();
  for (const row of found.parts) {
    const message = String(row.message_id);
    const list = parts.get(message) ?? [];
    list.push(partRow(row));
    parts.set(message, list);
  }
  return [
    sessionRow(found.session),
    ...found.messages.flatMap((row) => {
      const data = fields(parsedJson(row.data));
      const record = { id: row.id, sessionID: id, ...data };
      const message = {
        id: String(row.id),
        record,
        eventType: `message/${text(data.role) ?? 'unknown'}`,
        unsettled: isUnsettled(row, data),
      };
      return [message, ...(parts.get(String(row.id)) ?? [])];
    }),
  ];
}

/** Sums and times move with every message; only what names the session is worth an event. */
function sessionRow(row: Record<string, unknown>): Row {
  const record = {
    id: row.id,
    projectID: row.project_id,
    parentID: row.parent_id ?? undefined,
    directory: row.directory,
    title: row.title,
    version: row.version,
    time: { created: row.time_created },
  };
  return { id: String(row.id), record, eventType: 'session' };
}

const settleMs = 10_000;

/** Answers grow and tools run for a while; a row nobody touches any more is taken as it is. */
function isUnsettled(row: Record<string, unknown>, data: Fields): boolean {
  if (Date.now() - Number(row.time_updated) > settleMs) return false;
  const { status } = fields(data.state);
  if (data.type === 'tool') return status === 'pending' || status === 'running';
  if (data.type === 'text' || data.type === 'reasoning')
    return fields(data.time).start !== undefined && fields(data.time).end === undefined;
  return data.role === 'assistant' && fields(data.time).completed === undefined;
}

function partRow(row: Record<string, unknown>): Row {
  const data = fields(parsedJson(row.data));
  const record = { id: row.id, messageID: row.message_id, sessionID: row.session_id, ...data };
  const unsettled = isUnsettled(row, data);
  return { id: String(row.id), record, eventType: `part/${text(data.type) ?? 'unknown'}`, unsettled };
}

export const opencode: Agent = {
  agentId: 'opencode',
  name: 'opencode',
  homes: (where) => [homeOf(where)],
  async find(where) {
    const stored = (await Promise.all((await databasesOf(where)).map(inDatabase))).flat();
    const known = new Set(stored.map((source) => source.path.slice(source.path.lastIndexOf('#') + 1)));
    const tree = await inTree(join(homeOf(where), 'storage'));
    // The migration to SQLite leaves the files where they were.
    return [...stored, ...tree.filter((source) => !known.has(source.part || source.externalId))];
  },
  rows: (source) => (source.path.includes('.db#') ? readRows(source) : readTree(source)),
  facts(record) {
    const r = fields(record);
    const time = fields(r.time);
    return known({
      cwd: text(r.directory) ?? text(fields(r.path).cwd),
      version: text(r.version),
      at: instant(time.completed) ?? instant(time.end) ?? instant(time.created) ?? instant(time.start),
    });
  },
  obstacle: () => sqliteObstacle('opencode'),
};
