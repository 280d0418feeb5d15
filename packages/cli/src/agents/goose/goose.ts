import { join } from 'node:path';
import {
  type Agent,
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

function databaseOf({ env, home, platform }: Surroundings): string {
  const data = env.GOOSE_PATH_ROOT
    ? join(env.GOOSE_PATH_ROOT, 'data')
    : platform === 'win32'
      ? join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Block', 'goose', 'data')
      : join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'goose');
  return join(data, 'sessions', 'sessions.db');
}

const overview = `
  SELECT s.id, s.working_dir AS directory, count(m.id) AS rows, coalesce(max(m.created_timestamp), 0) AS changed
  FROM sessions s JOIN messages m ON m.session_id = s.id GROUP BY s.id`;

async function readRows(source: Source): Promise<Row[]> {
  const at = source.path.lastIndexOf('#');
  const id = source.path.slice(at + 1);
  const found = await readDatabase(source.path.slice(0, at), (database) => ({
    session: database
      .prepare('SELECT id, name, working_dir, session_type FROM sessions WHERE id = ?')
      .get(id),
    messages: database.prepare('SELECT * FROM messages WHERE session_id = ? ORDER BY id').all(id),
  }));
  if (!found?.session) throw new Error(`${source.path} could not be read.`);
  return [
    { id: 'session', record: found.session, eventType: 'session' },
    ...found.messages.map((row) => ({
      id: String(row.id),
      record: {
        ...row,
        content_json: undefined,
        metadata_json: undefined,
        content: parsedJson(row.content_json),
      },
      eventType: `message/${text(row.role) ?? 'unknown'}`,
    })),
  ];
}

export const goose: Agent = {
  agentId: 'goose',
  name: 'Goose',
  homes: (where) => [join(databaseOf(where), '..')],
  async find(where) {
    const path = databaseOf(where);
    if (!(await look(path))) return [];
    const rows = await readDatabase(path, (database) => database.prepare(overview).all());
    return (rows ?? []).map((row): Source => {
      const directory = text(row.directory);
      return {
        agentId: 'goose',
        externalId: String(row.id),
        part: '',
        path: `${path}#${row.id}`,
        stamp: `${row.changed}.${row.rows}`,
        modifiedAt: instant(row.changed) ?? 0,
        bytes: Number(row.rows) * 1024,
        ...(directory && { cwd: directory }),
      };
    });
  },
  rows: readRows,
  facts(record) {
    const r = fields(record);
    return known({ cwd: text(r.working_dir), at: instant(r.created_timestamp) });
  },
  obstacle: () => sqliteObstacle('Goose'),
};
