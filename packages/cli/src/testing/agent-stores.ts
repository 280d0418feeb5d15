import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AgentId } from '@debrief/contract';

/** Writes one record with `text` into an agent's store below `root`, as the agent would: a new session or one that goes on. */
export type StoreWriter = (root: string, session: string, text: string) => Promise<void>;

const old = '2026-01-01T00:00:00.000Z';

async function append(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await appendFile(path, content);
}

/** Lines of JSON: one record with a time long ago, and one without any. */
function lines(pathOf: (session: string) => string, head?: (session: string) => object): StoreWriter {
  return async (root, session, text) => {
    const path = join(root, pathOf(session));
    const isNew = (await readFile(path).catch(() => undefined)) === undefined;
    const records = [
      ...(isNew && head ? [head(session)] : []),
      { type: 'user', timestamp: old, uuid: `${text}-1`, sessionId: session, message: { content: text } },
      { type: 'summary', summary: `${text} without a time` },
    ];
    await append(path, `${records.map((record) => JSON.stringify(record)).join('\n')}\n`);
  };
}

/** A document that is rewritten as a whole. */
function document(
  pathOf: (session: string) => string,
  start: (session: string) => Record<string, unknown>,
  message: (text: string, index: number) => object,
): StoreWriter {
  return async (root, session, text) => {
    const path = join(root, pathOf(session));
    const before = await readFile(path, 'utf8').then(JSON.parse, () => ({ ...start(session), messages: [] }));
    before.messages.push(message(text, before.messages.length));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, JSON.stringify(before));
  };
}

/** The task folders of VS Code extensions: one array of messages. */
const rooCode: StoreWriter = async (root, session, text) => {
  const folder = '.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks';
  const path = join(root, folder, session, 'ui_messages.json');
  const before = await readFile(path, 'utf8').then(JSON.parse, () => []);
  before.push({ ts: Date.parse(old) + before.length, type: 'say', say: 'text', text });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(before));
};

async function withDatabase(path: string, schema: string, work: (database: Database) => void): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite');
  await mkdir(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec(schema);
  work(database);
  database.close();
}

type Database = InstanceType<typeof import('node:sqlite').DatabaseSync>;

const opencodeAt =
  (path: string): StoreWriter =>
  (root, session, text) =>
    withDatabase(
      join(root, path),
      `CREATE TABLE IF NOT EXISTS session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT, time_created INT, time_updated INT);
     CREATE TABLE IF NOT EXISTS message (id TEXT, session_id TEXT, time_created INT, time_updated INT, data TEXT);
     CREATE TABLE IF NOT EXISTS part (id TEXT, message_id TEXT, session_id TEXT, time_created INT, time_updated INT, data TEXT);`,
      (database) => {
        const now = Date.now();
        database
          .prepare(`INSERT OR IGNORE INTO session VALUES (?, 'p', NULL, '/src/app', 'T', '1.0', 1, ?)`)
          .run(session, now);
        database.prepare('UPDATE session SET time_updated = ? WHERE id = ?').run(now, session);
        database
          .prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)')
          .run(`msg_${text}`, session, now, now, '{"role":"user"}');
        database
          .prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)')
          .run(`prt_${text}`, `msg_${text}`, session, now, now, JSON.stringify({ type: 'text', text }));
      },
    );

const goose: StoreWriter = (root, session, text) =>
  withDatabase(
    join(root, '.local/share/goose/sessions/sessions.db'),
    `CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, name TEXT, working_dir TEXT, session_type TEXT);
     CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content_json TEXT, metadata_json TEXT, created_timestamp INT);`,
    (database) => {
      database.prepare(`INSERT OR IGNORE INTO sessions VALUES (?, 'n', '/src/app', 'user')`).run(session);
      database
        .prepare(
          `INSERT INTO messages (session_id, role, content_json, metadata_json, created_timestamp) VALUES (?, 'user', ?, '{}', ?)`,
        )
        .run(session, JSON.stringify([{ type: 'text', text }]), Math.floor(Date.now() / 1000));
    },
  );

const crush: StoreWriter = async (root, session, text) => {
  const list = join(root, '.local/share/crush/projects.json');
  await mkdir(dirname(list), { recursive: true });
  await writeFile(list, JSON.stringify({ projects: [{ path: join(root, 'crushed'), data_dir: '.crush' }] }));
  await withDatabase(
    join(root, 'crushed/.crush/crush.db'),
    `CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, parent_session_id TEXT, title TEXT, cost REAL, updated_at INT, created_at INT);
     CREATE TABLE IF NOT EXISTS messages (id TEXT, session_id TEXT, role TEXT, parts TEXT, model TEXT, created_at INT, updated_at INT, finished_at INT);`,
    (database) => {
      const now = Math.floor(Date.now() / 1000);
      database
        .prepare(`INSERT OR IGNORE INTO sessions VALUES (?, NULL, 'T', 0, ?, ?)`)
        .run(session, now, now);
      database
        .prepare(`INSERT INTO messages VALUES (?, ?, 'user', ?, '', ?, ?, ?)`)
        .run(`m-${text}`, session, JSON.stringify([{ type: 'text', data: { text } }]), now, now, now);
    },
  );
};

/** A log of changes to one object. */
const vscodeCopilot: StoreWriter = async (root, session, text) => {
  const path = join(root, '.config/Code/User/workspaceStorage/w/chatSessions', `${session}.jsonl`);
  const isNew = (await readFile(path).catch(() => undefined)) === undefined;
  const request = { requestId: text, timestamp: Date.now(), message: { text }, response: [], result: {} };
  const changes = [
    ...(isNew ? [{ kind: 0, v: { sessionId: session, requests: [] } }] : []),
    { kind: 2, k: ['requests'], v: [request] },
  ];
  await append(path, `${changes.map((change) => JSON.stringify(change)).join('\n')}\n`);
};

const hermes: StoreWriter = (root, session, text) =>
  withDatabase(
    join(root, '.hermes/state.db'),
    `CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, source TEXT, cwd TEXT, started_at REAL, ended_at REAL);
     CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, tool_calls TEXT, timestamp REAL);`,
    (database) => {
      database
        .prepare(`INSERT OR IGNORE INTO sessions VALUES (?, 'cli', '/src/app', ?, NULL)`)
        .run(session, Date.now() / 1000);
      database
        .prepare(`INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, 'user', ?, ?)`)
        .run(session, text, Date.now() / 1000);
    },
  );

/** A thread is written whole with each message; its messages carry no time. */
const zed: StoreWriter = (root, session, text) =>
  withDatabase(
    join(root, '.local/share/zed/threads/threads.db'),
    `CREATE TABLE IF NOT EXISTS threads (id TEXT PRIMARY KEY, summary TEXT, updated_at TEXT, data_type TEXT, data BLOB, folder_paths TEXT);`,
    (database) => {
      const row = database.prepare('SELECT data FROM threads WHERE id = ?').get(session);
      const thread = row ? JSON.parse(Buffer.from(row.data as Uint8Array).toString()) : { messages: [] };
      thread.messages.push({ User: { id: text, content: [{ Text: text }] } });
      database
        .prepare(`INSERT OR REPLACE INTO threads VALUES (?, 'T', ?, 'json', ?, '/src/app')`)
        .run(session, new Date().toISOString(), Buffer.from(JSON.stringify(thread)));
    },
  );

const continueSession: StoreWriter = async (root, session, text) => {
  const path = join(root, '.continue/sessions', `${session}.json`);
  const before = await readFile(path, 'utf8').then(JSON.parse, () => ({ sessionId: session, history: [] }));
  before.history.push({ message: { role: 'user', content: text } });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(before));
};

/** Aider keeps one file in the folder it runs in; here that is the home, where it is always looked for. */
const aider: StoreWriter = async (root, session, text) => {
  const path = join(root, '.aider.chat.history.md');
  const started = session.endsWith('2') ? '2026-01-02 00:00:00' : '2026-01-01 00:00:00';
  const content = await readFile(path, 'utf8').catch(() => '');
  const heading = `# aider chat started at ${started}`;
  await append(
    path,
    `${content.includes(heading) ? '' : `\n${heading}\n`}\n#### ${text}\n\n${text} answered\n`,
  );
};

/** Every agent that is captured; a test fails when one is missing here. */
export const storeWriters: Partial<Record<AgentId, StoreWriter>> = {
  aider,
  amp: document(
    (session) => `.local/share/amp/threads/T-${session}.json`,
    (session) => ({ v: 1, id: `T-${session}`, created: Date.parse(old) }),
    (text, index) => ({ role: 'user', messageId: index, content: [{ type: 'text', text }] }),
  ),
  antigravity: lines(
    (session) => `.gemini/antigravity-cli/brain/${session}/.system_generated/logs/transcript_full.jsonl`,
  ),
  'claude-code': lines((session) => `.claude/projects/-p/${session}.jsonl`),
  cline: document(
    (session) => `.cline/data/sessions/${session}/${session}.messages.json`,
    () => ({}),
    (text, index) => ({ id: `m${index}`, role: 'user', content: text }),
  ),
  codex: lines(
    (session) => `.codex/sessions/2026/01/01/rollout-2026-01-01T00-00-00-${session}.jsonl`,
    (session) => ({ type: 'session_meta', timestamp: old, payload: { id: session } }),
  ),
  continue: continueSession,
  'copilot-cli': lines((session) => `.copilot/session-state/${session}/events.jsonl`),
  crush,
  cursor: lines((session) => `.cursor/projects/p/agent-transcripts/${session}/${session}.jsonl`),
  droid: lines((session) => `.factory/sessions/-p/${session}.jsonl`),
  'gemini-cli': lines(
    (session) => `.gemini/tmp/slug/chats/session-${session}.jsonl`,
    (session) => ({ sessionId: session, kind: 'main' }),
  ),
  goose,
  'grok-build': lines((session) => `.grok/sessions/%2Frepo/${session}/updates.jsonl`),
  hermes,
  kilo: opencodeAt('.local/share/kilo/kilo.db'),
  'kimi-code': lines((session) => `.kimi-code/sessions/wd_p/${session}/agents/main/wire.jsonl`),
  'kiro-cli': lines((session) => `.kiro/sessions/cli/${session}.jsonl`),
  'mistral-vibe': lines((session) => `.vibe/logs/session/session_${session}/messages.jsonl`),
  opencode: opencodeAt('.local/share/opencode/opencode.db'),
  pi: lines((session) => `.pi/agent/sessions/--p--/2026-01-01_${session}.jsonl`),
  'roo-code': rooCode,
  'qwen-code': lines((session) => `.qwen/projects/-p/chats/${session}.jsonl`),
  zed,
  'vscode-copilot': vscodeCopilot,
};
