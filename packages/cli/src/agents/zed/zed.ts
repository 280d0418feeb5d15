import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as zlib from 'node:zlib';
import {
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
import { dataHome } from '../data-home.ts';
import { databaseAgent, partOf, readSession, topOf, usageRow } from '../database-agent.ts';
import { pick } from '../document.ts';
import { columnsOf, rowsOf } from '../sqlite.ts';

function homeOf(where: Surroundings): string {
  const { env, home, platform } = where;
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Zed');
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Zed');
  return join(dataHome(where), 'zed');
}

const databaseOf = (where: Surroundings): string => join(homeOf(where), 'threads', 'threads.db');

/** No thread comes near it; what claims to be larger was made to fill the memory. */
const maxOutputLength = 64 * 1024 * 1024;

type Unpack = (data: Uint8Array, options: { maxOutputLength: number }) => Buffer;

/** Came with Node 22.15. */
const unpack = (zlib as { zstdDecompressSync?: Unpack }).zstdDecompressSync;

interface Thread {
  id: string;
  updated_at: string;
  created_at?: string | null;
  parent_id?: string | null;
  folder_paths?: string | null;
  size: number;
}

/** Folders stand below each other. */
const foldersOf = (value: unknown): string[] => text(value)?.split('\n').filter(Boolean) ?? [];

function overview(database: DatabaseSync, path: string): Source[] {
  const columns = columnsOf(database, 'threads');
  const asked = ['id', 'updated_at', 'created_at', 'parent_id', 'folder_paths'].filter((name) =>
    columns.has(name),
  );
  const rows = database
    .prepare(`SELECT ${asked.join(', ')}, length(data) AS size FROM threads`)
    .all() as unknown as Thread[];
  const all = new Map(rows.map((row) => [row.id, row]));
  return rows.map((row): Source => {
    const root = topOf(row, ({ parent_id }) => all.get(parent_id ?? ''));
    const [cwd] = foldersOf(row.folder_paths ?? root.folder_paths);
    return {
      agentId: 'zed',
      externalId: root.id,
      ...partOf(row.id, root.id),
      path: rowsOf(path, row.id),
      stamp: `${row.updated_at}.${row.size}`,
      modifiedAt: instant(row.updated_at) ?? 0,
      bytes: Number(row.size),
      ...(cwd && { cwd }),
    };
  });
}

function threadIn(row: Fields, path: string): Fields {
  const data = row.data;
  const bytes = data instanceof Uint8Array ? Buffer.from(data) : Buffer.from(String(data ?? ''));
  if (row.data_type !== 'zstd') return fields(JSON.parse(bytes.toString('utf8')));
  if (!unpack) throw new Error(`${path} is compressed with zstd, which needs Node 22.15 or newer.`);
  return fields(JSON.parse(unpack(bytes, { maxOutputLength }).toString('utf8')));
}

/** Not sent: the draft of the next prompt, and the differences of the working copy when the thread began. */
async function readRows(source: Source): Promise<Row[]> {
  const row = await readSession(source, (database, id) =>
    database.prepare('SELECT * FROM threads WHERE id = ?').get(id),
  );
  const thread = threadIn(row, source.path);
  const trees = fields(thread.initial_project_snapshot).worktree_snapshots;
  const head = {
    type: 'thread',
    id: row.id,
    title: text(thread.title) ?? text(row.summary),
    ...pick(row, 'created_at', 'parent_id'),
    folders: foldersOf(row.folder_paths),
    worktrees: (Array.isArray(trees) ? trees : []).map((tree) => {
      const { worktree_path: at, git_state: git } = fields(tree);
      return { path: at, branch: fields(git).current_branch, commit: fields(git).head_sha };
    }),
    ...pick(thread, 'version', 'model', 'profile'),
  };
  const messages = Array.isArray(thread.messages) ? thread.messages : [];
  const recent = isSettling(source.modifiedAt);
  const usage = {
    ...pick(thread, 'cumulative_token_usage', 'request_token_usage', 'model'),
    updated_at: text(thread.updated_at) ?? text(row.updated_at),
  };
  const said = messages.map((message, index): Row => {
    const kind = typeof message === 'string' ? message : (Object.keys(fields(message))[0] ?? 'message');
    return {
      id: `#${index}`,
      record: { type: 'message', index, message },
      eventType: `message/${kind}`,
      // The last one grows word by word.
      ...(recent && index === messages.length - 1 && kind === 'Agent' && { unsettled: true }),
    };
  });
  const named: Row = { id: 'thread', record: head };
  const totals = usageRow(source, usage);
  // A sub-agent is found by its first words, so they come first.
  return source.part === '' ? [named, ...said, totals] : [...said, named, totals];
}

export const zed = databaseAgent({
  agentId: 'zed',
  name: 'Zed',
  databaseOf,
  overview,
  rows: readRows,
  facts(record) {
    const r = fields(record);
    const worktree = fields((Array.isArray(r.worktrees) ? r.worktrees : [])[0]);
    return known({
      cwd: text(worktree.path) ?? text((Array.isArray(r.folders) ? r.folders : [])[0]),
      gitBranch: text(worktree.branch),
      at: instant(r.created_at) ?? instant(r.updated_at),
    });
  },
  obstacle: () =>
    unpack ? undefined : 'Zed compresses its threads with zstd, which needs Node 22.15 or newer.',
});
