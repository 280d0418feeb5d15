/**
 * The database of opencode and of what grew out of it. Its tables `message` and `part` are about to be replaced by
 * `session_v2` and `session_message`: where those are, they go on after the last message of the old ones.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { AgentId } from '@debrief/contract';
import { type Fields, fields, isSettling, type Row, type Source, text } from '../agent.ts';
import { partOf, readSession, topOf } from '../database-agent.ts';
import { parsedJson, readDatabase, rowsOf } from '../sqlite.ts';
import { look } from '../walk.ts';

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

const newerOverview = `
  SELECT s.id, s.parent_id, s.directory,
    coalesce((SELECT max(time_updated) FROM session_message WHERE session_id = s.id), 0) AS changed,
    (SELECT count(*) FROM session_message WHERE session_id = s.id) AS rows
  FROM session_v2 s
  WHERE ? = 0 OR s.id IN (SELECT session_id FROM session_message WHERE time_updated > ?)`;

const has = (database: DatabaseSync, table: string): boolean =>
  database.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`).get(table) !== undefined;

/** A session may be in the old tables, in the new ones, or first in those and then in these. */
function sessionsIn(database: DatabaseSync, since: number, fresh: string[]): SessionRow[] {
  const rows = new Map<string, SessionRow>();
  if (has(database, 'message'))
    for (const row of database.prepare(overview).all(since, JSON.stringify(fresh)) as unknown as SessionRow[])
      rows.set(row.id, row);
  if (!has(database, 'session_v2')) return [...rows.values()];
  for (const row of database.prepare(newerOverview).all(since, since) as unknown as SessionRow[]) {
    const older = rows.get(row.id);
    const changed = Math.max(row.changed, older?.changed ?? 0);
    rows.set(row.id, { ...row, changed, rows: row.rows + (older?.rows ?? 0) });
  }
  return [...rows.values()];
}

/** Databases of 13 GB exist: after the first look only sessions of the last days are asked again. */
const freshFor = 3 * 86_400_000;

const remembered = new Map<string, { stamp: string; rows: Map<string, SessionRow> }>();

export async function inDatabase(agentId: AgentId, path: string): Promise<Source[]> {
  const stamp = `${(await look(path))?.stamp}/${(await look(`${path}-wal`))?.stamp}`;
  const before = remembered.get(path);
  if (before?.stamp !== stamp) {
    const since = before ? Date.now() - freshFor : 0;
    const fresh = [...(before?.rows.values() ?? [])]
      .filter((row) => row.changed > since)
      .map((row) => row.id);
    const read = await readDatabase(path, (database) => sessionsIn(database, since, fresh));
    const rows = before?.rows ?? new Map<string, SessionRow>();
    for (const row of read ?? []) rows.set(row.id, row);
    if (read) remembered.set(path, { stamp, rows });
  }
  const rows = remembered.get(path)?.rows ?? new Map<string, SessionRow>();
  return [...rows.values()].map((row) => sourceFor(agentId, path, row, rows));
}

function sourceFor(agentId: AgentId, path: string, row: SessionRow, rows: Map<string, SessionRow>): Source {
  const root = topOf(row, ({ parent_id }) => rows.get(parent_id ?? '')).id;
  return {
    agentId,
    externalId: root,
    ...partOf(row.id, root, row.parent_id && row.parent_id !== root ? { parent: row.parent_id } : {}),
    path: rowsOf(path, row.id),
    stamp: `${row.changed}.${row.rows}`,
    modifiedAt: row.changed,
    bytes: row.rows * 1024,
    ...(row.directory && { cwd: row.directory }),
  };
}

function rowsIn(database: DatabaseSync, id: string) {
  const isOld = has(database, 'message');
  const isNew = has(database, 'session_v2');
  const messages = isOld
    ? database.prepare('SELECT * FROM message WHERE session_id = ? ORDER BY time_created, id').all(id)
    : [];
  const last = Math.max(0, ...messages.map((row) => Number(row.time_created)));
  const named = (table: string) => database.prepare(`SELECT * FROM ${table} WHERE id = ?`).get(id);
  const session = (isNew ? named('session_v2') : undefined) ?? (isOld ? named('session') : undefined);
  if (!session) return undefined;
  return {
    session,
    messages,
    parts: isOld
      ? database.prepare('SELECT * FROM part WHERE session_id = ? ORDER BY message_id, id').all(id)
      : [],
    newer: isNew
      ? database
          .prepare('SELECT * FROM session_message WHERE session_id = ? AND time_created > ? ORDER BY seq')
          .all(id, last)
      : [],
  };
}

/** The rows in the shape of opencode's own API: ids beside the data. */
export async function readRows(source: Source): Promise<Row[]> {
  const found = await readSession(source, rowsIn);
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
      const record = { id: row.id, sessionID: row.session_id, ...data };
      const message = {
        id: String(row.id),
        record,
        eventType: `message/${text(data.role) ?? 'unknown'}`,
        unsettled: isUnsettled(row, data),
      };
      return [message, ...(parts.get(String(row.id)) ?? [])];
    }),
    ...found.newer.map(newerRow),
  ];
}

function newerRow(row: Record<string, unknown>): Row {
  const data = fields(parsedJson(row.data));
  const type = text(row.type) ?? 'unknown';
  const time = { created: row.time_created, ...fields(data.time) };
  const isOpen = type === 'assistant' && fields(data.time).completed === undefined;
  return {
    id: String(row.id),
    record: { id: row.id, sessionID: row.session_id, seq: row.seq, ...data, type, time },
    eventType: `session_message/${type}`,
    unsettled: isOpen && isSettling(Number(row.time_updated)),
  };
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

/** Answers grow and tools run for a while; a row nobody touches any more is taken as it is. */
function isUnsettled(row: Record<string, unknown>, data: Fields): boolean {
  if (!isSettling(Number(row.time_updated))) return false;
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
