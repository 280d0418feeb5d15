import { createHash } from 'node:crypto';
import { isAbsolute, join } from 'node:path';
import {
  type Agent,
  type Fields,
  fields,
  instant,
  isSettling,
  known,
  type Row,
  type Source,
  type Surroundings,
  text,
} from '../agent.ts';
import { localDataHome } from '../data-home.ts';
import { partOf, readMessages, topOf } from '../database-agent.ts';
import { documentOr } from '../document.ts';
import { parsedJson, rowsOf, sourcesIn, sqliteObstacle } from '../sqlite.ts';

const homeOf = (where: Surroundings): string =>
  where.env.CRUSH_GLOBAL_DATA || join(localDataHome(where), 'crush');

interface Project {
  database: string;
  folder: string;
}

/** One database for each project; a list of them all says where. */
async function projectsOf(where: Surroundings): Promise<Project[]> {
  const { projects } = await documentOr(join(homeOf(where), 'projects.json'));
  return (Array.isArray(projects) ? projects : []).flatMap((one): Project[] => {
    const { path, data_dir: data } = fields(one);
    const folder = text(path);
    if (!folder) return [];
    const directory = text(data) ?? '.crush';
    return [
      { database: join(isAbsolute(directory) ? directory : join(folder, directory), 'crush.db'), folder },
    ];
  });
}

// A row grows within the second its time counts in: its length tells.
const overview = `
  SELECT s.id, s.parent_session_id AS parent, s.updated_at AS touched,
    coalesce(max(m.updated_at), 0) AS changed, count(m.id) AS rows, coalesce(sum(length(m.parts)), 0) AS size
  FROM sessions s LEFT JOIN messages m ON m.session_id = s.id GROUP BY s.id`;

interface SessionRow {
  id: string;
  parent: string | null;
  touched: number;
  changed: number;
  rows: number;
  size: number;
}

const inProject = ({ database, folder }: Project): Promise<Source[]> =>
  sourcesIn(database, (open) => {
    const rows = open.prepare(overview).all() as unknown as SessionRow[];
    const byId = new Map(rows.map((row) => [row.id, row]));
    return rows
      .filter((row) => row.rows > 0 && !row.id.startsWith('title-'))
      .map((row) => sourceFor(row, byId, database, folder));
  });

function sourceFor(row: SessionRow, rows: Map<string, SessionRow>, database: string, folder: string): Source {
  const top = topOf(row, ({ parent }) => rows.get(parent ?? ''));
  // A child is named after its call: the message and the call, in older versions the call alone.
  const callId = row.id.includes('$$') ? row.id.replace('$$', '/') : undefined;
  return {
    agentId: 'crush',
    externalId: externalId(top.id, database),
    ...partOf(row.id, top.id, callId ? { callId } : {}),
    path: rowsOf(database, row.id),
    stamp: `${row.touched}.${row.changed}.${row.rows}.${row.size}`,
    modifiedAt: Math.max(instant(row.touched) ?? 0, instant(row.changed) ?? 0),
    bytes: row.size,
    cwd: folder,
  };
}

/** Only a UUID is the session's alone; ids made of a call's are told apart by their database. */
function externalId(id: string, database: string): string {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return id;
  return `${createHash('sha256').update(database).digest('hex').slice(0, 12)}-${id}`;
}

async function readRows(source: Source): Promise<Row[]> {
  const { session, messages } = await readMessages(source, 'created_at, rowid');
  const { id, title, cost, created_at } = session;
  const head = { type: 'session', id, title, cost, created_at, ...(source.cwd && { cwd: source.cwd }) };
  const paths = new Map<string, string>();
  return [
    ...messages.map((row): Row => {
      const { parts, session_id: _, updated_at: updated, ...rest } = row as Fields;
      const isOpen = rest.role === 'assistant' && rest.finished_at === null;
      return {
        id: String(row.id),
        record: { ...rest, parts: named(parsedJson(parts), paths) },
        eventType: `message/${text(row.role) ?? 'unknown'}`,
        ...(isOpen && isSettling(instant(updated) ?? 0) && { unsettled: true }),
      };
    }),
    { id: 'session', record: head, eventType: 'session' },
  ];
}

/** A result says from which file it is, as its call did: so that the contents of files with secrets can be left out. */
function named(parts: unknown, paths: Map<string, string>): unknown {
  if (!Array.isArray(parts)) return [];
  return parts.map((part) => {
    const { type, data } = fields(part);
    const d = fields(data);
    if (type === 'tool_call') {
      const input = fields(parsedJson(d.input));
      const path = text(input.file_path) ?? text(input.path);
      if (path) paths.set(String(d.id), path);
      else paths.delete(String(d.id));
    }
    const path = type === 'tool_result' ? paths.get(String(d.tool_call_id)) : undefined;
    return path ? { type, data: { ...d, file_path: path } } : part;
  });
}

export const crush: Agent = {
  agentId: 'crush',
  name: 'Crush',
  homes: (where) => [homeOf(where)],
  find: async (where) => (await Promise.all((await projectsOf(where)).map(inProject))).flat(),
  rows: readRows,
  facts(record) {
    const r = fields(record);
    return known({ cwd: text(r.cwd), at: instant(r.finished_at) ?? instant(r.created_at) });
  },
  obstacle: () => sqliteObstacle('Crush'),
};
