import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
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
import { pick } from '../document.ts';
import {
  columnsOf,
  parsedJson,
  readDatabase,
  rowsOf,
  sourcesIn,
  splitRows,
  sqliteObstacle,
} from '../sqlite.ts';

function databaseOf({ env, home, platform }: Surroundings): string {
  const data = env.GOOSE_PATH_ROOT
    ? join(env.GOOSE_PATH_ROOT, 'data')
    : platform === 'win32'
      ? join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Block', 'goose', 'data')
      : join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'goose');
  return join(data, 'sessions', 'sessions.db');
}

const digest = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 12);

/** `2026-05-20 10:00:00` is UTC and does not say so. */
const utc = (value: unknown): number | undefined =>
  instant(text(value)?.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,9})?)$/, '$1T$2Z') ?? value);

/**
 * Goose counts its sessions by day in each database, so the same id is another session on another machine, or after
 * the database was made anew. Its row ids change whenever it writes a conversation again. Neither is a key here.
 */
const externalId = (row: Fields, path: string): string =>
  `${row.id}-${digest(`${path}\n${text(row.created_at) ?? ''}`)}`;

function overview(database: DatabaseSync, path: string): Source[] {
  const columns = columnsOf(database, 'sessions');
  const asked = ['id', 'working_dir', 'created_at', 'updated_at', 'session_type']
    .filter((name) => columns.has(name))
    .map((name) => `s.${name}`);
  // A conversation that was written anew may keep its length and its times; its row ids are others.
  const rows = database
    .prepare(
      `SELECT ${asked.join(', ')}, count(m.id) AS rows, max(m.id) AS last, max(m.created_timestamp) AS said,
         sum(length(m.content_json)) AS size
       FROM sessions s JOIN messages m ON m.session_id = s.id GROUP BY s.id`,
    )
    .all();
  return rows
    .filter((row) => row.session_type !== 'hidden')
    .map((row): Source => {
      const directory = text(row.working_dir);
      return {
        agentId: 'goose',
        externalId: externalId(row, path),
        part: '',
        path: rowsOf(path, String(row.id)),
        stamp: `${row.updated_at ?? ''}.${row.rows}.${row.last}.${row.size}`,
        modifiedAt: Math.max(utc(row.updated_at) ?? 0, instant(row.said) ?? 0),
        bytes: Number(row.size),
        ...(directory && { cwd: directory }),
      };
    });
}

const settleMs = 10_000;

async function readRows(source: Source): Promise<Row[]> {
  const { database: path, id } = splitRows(source.path);
  const found = await readDatabase(path, (database) => ({
    session: database.prepare('SELECT * FROM sessions WHERE id = ?').get(id),
    messages: database.prepare('SELECT * FROM messages WHERE session_id = ? ORDER BY id').all(id),
  }));
  if (!found?.session) throw new Error(`${source.path} could not be read.`);
  const { session } = found;
  const model = text(fields(parsedJson(session.model_config_json)).model_name);
  const head = {
    type: 'session',
    ...pick(session, 'id', 'name', 'description', 'user_set_name', 'session_type', 'working_dir'),
    ...pick(session, 'created_at', 'provider_name', 'goose_mode'),
    ...(model && { model }),
  };
  const rows = [{ id: 'session', record: head, eventType: 'session' }, ...messageRows(found.messages)];
  const used = pick(session, 'accumulated_input_tokens', 'accumulated_output_tokens', 'accumulated_cost');
  if (Object.values(used).every((value) => value === null)) return rows;
  // The sums move with every reply: worth an event when the session rests.
  const unsettled = Date.now() - source.modifiedAt < settleMs;
  const record = { type: 'usage', ...used, ...(model && { model }) };
  return [...rows, { id: 'usage', record, eventType: 'usage', ...(unsettled && { unsettled }) }];
}

function messageRows(messages: Fields[]): Row[] {
  const counts = new Map<string, number>();
  return messages.map((row) => {
    const content = parsedJson(row.content_json);
    const plain =
      text(row.message_id) ??
      `${row.role}.${row.created_timestamp}.${digest(String(row.content_json ?? ''))}`;
    const count = counts.get(plain) ?? 0;
    counts.set(plain, count + 1);
    const id = count === 0 ? plain : `${plain}#${count}`;
    const metadata = fields(parsedJson(row.metadata_json));
    return {
      id,
      record: {
        id,
        ...pick(row, 'message_id', 'role', 'created_timestamp'),
        content,
        metadata: pick(metadata, 'userVisible', 'agentVisible', 'inference'),
      },
      eventType: `message/${text(row.role) ?? 'unknown'}`,
    };
  });
}

export const goose: Agent = {
  agentId: 'goose',
  name: 'Goose',
  homes: (where) => [join(databaseOf(where), '..')],
  find(where) {
    const path = databaseOf(where);
    return sourcesIn(path, (database) => overview(database, path));
  },
  rows: readRows,
  facts(record) {
    const r = fields(record);
    return known({ cwd: text(r.working_dir), at: instant(r.created_timestamp) ?? utc(r.created_at) });
  },
  obstacle: () => sqliteObstacle('Goose'),
};
