import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  type Fields,
  fields,
  instant,
  known,
  type Row,
  type Source,
  type Surroundings,
  text,
} from '../agent.ts';
import { dataHome } from '../data-home.ts';
import { databaseAgent, readMessages, usageRow } from '../database-agent.ts';
import { pick } from '../document.ts';
import { columnsOf, parsedJson, rowsOf } from '../sqlite.ts';

function databaseOf(where: Surroundings): string {
  const { env, home, platform } = where;
  const data = env.GOOSE_PATH_ROOT
    ? join(env.GOOSE_PATH_ROOT, 'data')
    : platform === 'win32'
      ? join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Block', 'goose', 'data')
      : join(dataHome(where), 'goose');
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

async function readRows(source: Source): Promise<Row[]> {
  const { session, messages } = await readMessages(source, 'id');
  const model = text(fields(parsedJson(session.model_config_json)).model_name);
  const head = {
    type: 'session',
    ...pick(session, 'id', 'name', 'description', 'user_set_name', 'session_type', 'working_dir'),
    ...pick(session, 'created_at', 'provider_name', 'goose_mode'),
    ...(model && { model }),
  };
  const rows = [{ id: 'session', record: head, eventType: 'session' }, ...messageRows(messages)];
  const used = pick(session, 'accumulated_input_tokens', 'accumulated_output_tokens', 'accumulated_cost');
  if (Object.values(used).every((value) => value === null)) return rows;
  return [...rows, { ...usageRow(source, { ...used, ...(model && { model }) }), eventType: 'usage' }];
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

export const goose = databaseAgent({
  agentId: 'goose',
  name: 'Goose',
  databaseOf,
  overview,
  rows: readRows,
  facts(record) {
    const r = fields(record);
    return known({ cwd: text(r.working_dir), at: instant(r.created_timestamp) ?? utc(r.created_at) });
  },
});
