import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A developer's home with what coding agents leave in it, written by hand. */
export interface AgentHomes {
  home: string;
  /** Claude Code's transcript, which goes on while the recorder runs. */
  live: string;
  sessions: FakedSession[];
  /** Settings that were there before Debrief, by path. */
  settings: Map<string, string>;
}

export interface FakedSession {
  agentId: string;
  externalId: string;
  /** Every record on the disk, in the order they belong. */
  records(): unknown[];
}

/** In several strings, so that this file holds nothing that looks like a secret. */
export const leakedToken = ['ghp', '8sQv2LmXr4TzBn6KdWc0YhPjFa3GuEoRi1Ss'].join('_');

const at = (second: number): string => new Date(Date.UTC(2026, 4, 1, 8, 0, second)).toISOString();

const lines = (records: unknown[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');

const parsed = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** A minute ago: the agent is still at work, so that its session stays open when it is imported. */
const lately = Date.now() - 60_000;

export function claudeRecord(second: number, type: 'user' | 'assistant', content: unknown, more = {}) {
  return {
    parentUuid: null,
    type,
    uuid: `c1a0de00-0000-4000-8000-${String(second).padStart(12, '0')}`,
    sessionId: 'c1a0de00-aaaa-4bbb-8ccc-000000000001',
    cwd: '/home/mira/shop',
    gitBranch: 'feat/retry',
    version: '2.1.4',
    timestamp: new Date(lately + second * 1000).toISOString(),
    message: { role: type, content },
    ...more,
  };
}

function claudeCode(home: string): { session: FakedSession; live: string } {
  const externalId = 'c1a0de00-aaaa-4bbb-8ccc-000000000001';
  const folder = join(home, '.claude/projects/-home-mira-shop');
  const live = write(
    join(folder, `${externalId}.jsonl`),
    lines([
      claudeRecord(1, 'user', 'Why does the café order fail? Emoji 🧾, quote ", NUL \u0000, lone \ud800'),
      claudeRecord(2, 'assistant', [{ type: 'thinking', thinking: 'Look at the log.', signature: '' }]),
      // One line over the limit of an event: it travels in parts.
      claudeRecord(3, 'user', [
        { type: 'tool_result', tool_use_id: 't1', content: 'строка журнала\n'.repeat(20_000) },
      ]),
      claudeRecord(4, 'assistant', [{ type: 'text', text: 'The rounding is wrong.' }]),
    ]),
  );
  const subagent = write(
    join(folder, externalId, 'subagents/agent-a1.jsonl'),
    lines([
      claudeRecord(5, 'user', 'Find every rounding', { isSidechain: true, agentId: 'a1' }),
      claudeRecord(6, 'assistant', [{ type: 'text', text: 'Three places.' }], {
        isSidechain: true,
        agentId: 'a1',
      }),
    ]),
  );
  return {
    live,
    session: {
      agentId: 'claude-code',
      externalId,
      records: () => [...parsed(live), ...parsed(subagent)],
    },
  };
}

function codex(home: string): FakedSession {
  const externalId = '019f624b-cc95-7c50-b9fa-1db381270b74';
  const path = write(
    join(home, `.codex/sessions/2026/05/01/rollout-2026-05-01T08-00-00-${externalId}.jsonl`),
    lines([
      {
        timestamp: at(0),
        type: 'session_meta',
        payload: { id: externalId, cwd: '/home/mira/shop', cli_version: '0.44.0', git: { branch: 'main' } },
      },
      {
        timestamp: at(1),
        type: 'event_msg',
        payload: { type: 'user_message', message: 'Add a changelog line' },
      },
      {
        timestamp: at(2),
        type: 'response_item',
        payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Added.' }] },
      },
      {
        timestamp: at(3),
        type: 'event_msg',
        payload: { type: 'token_count', info: { total_token_usage: { input_tokens: 10, output_tokens: 2 } } },
      },
    ]),
  );
  return { agentId: 'codex', externalId, records: () => parsed(path) };
}

function geminiCli(home: string): FakedSession {
  const externalId = '9e714100-0000-4000-8000-000000000001';
  const project = join(home, '.gemini/tmp/shop');
  write(join(project, '.project_root'), '/home/mira/shop\n');
  const path = write(
    join(project, 'chats/session-2026-05-01T08-00-9e714100.jsonl'),
    lines([
      { sessionId: externalId, projectHash: 'shop', startTime: at(0), kind: 'main' },
      { id: 'm1', timestamp: at(1), type: 'user', content: [{ text: 'Explain the queue' }] },
      { id: 'm2', timestamp: at(2), type: 'gemini', content: 'It retr', model: 'gemini-2.5-pro' },
      { id: 'm2', timestamp: at(3), type: 'gemini', content: 'It retries.', model: 'gemini-2.5-pro' },
      { $set: { lastUpdated: at(3) } },
      { $rewindTo: 'm1' },
    ]),
  );
  return { agentId: 'gemini-cli', externalId, records: () => parsed(path) };
}

function copilotCli(home: string): FakedSession {
  const externalId = 'c0b1107a-0000-4000-8000-000000000001';
  const path = write(
    join(home, `.copilot/session-state/${externalId}/events.jsonl`),
    lines([
      {
        type: 'session.start',
        id: 'e1',
        timestamp: at(0),
        parentId: null,
        data: { copilotVersion: '0.0.350', context: { cwd: '/home/mira/shop', branch: 'main' } },
      },
      {
        type: 'user.message',
        id: 'e2',
        timestamp: at(1),
        parentId: 'e1',
        data: { content: 'Name the branch' },
      },
      {
        type: 'assistant.message',
        id: 'e3',
        timestamp: at(2),
        parentId: 'e2',
        data: { content: 'fix/rounding' },
      },
    ]),
  );
  return { agentId: 'copilot-cli', externalId, records: () => parsed(path) };
}

function opencode(home: string): FakedSession {
  const path = join(home, '.local/share/opencode/opencode.db');
  mkdirSync(dirname(path), { recursive: true });
  using database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE session (id TEXT, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT, time_created INT, time_updated INT);
    CREATE TABLE message (id TEXT, session_id TEXT, time_created INT, time_updated INT, data TEXT);
    CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, time_created INT, time_updated INT, data TEXT);
    INSERT INTO session VALUES ('ses_open1', 'p', NULL, '/home/mira/shop', 'Names', '1.0.1', 1777622400000, 1777622401000);
    INSERT INTO message VALUES ('msg_1', 'ses_open1', 1777622400000, 1777622400000, '{"role":"user","time":{"created":1777622400000}}');
    INSERT INTO part VALUES ('prt_1', 'msg_1', 'ses_open1', 1777622400000, 1777622400000, '{"type":"text","text":"Rename it"}');`);
  return {
    agentId: 'opencode',
    externalId: 'ses_open1',
    records: () => [
      {
        id: 'ses_open1',
        projectID: 'p',
        directory: '/home/mira/shop',
        title: 'Names',
        version: '1.0.1',
        time: { created: 1777622400000 },
      },
      { id: 'msg_1', sessionID: 'ses_open1', role: 'user', time: { created: 1777622400000 } },
      { id: 'prt_1', messageID: 'msg_1', sessionID: 'ses_open1', type: 'text', text: 'Rename it' },
    ],
  };
}

/** Other people's hooks, comments and odd spacing: whatever they are, they have to come back. */
const foreignSettings: Record<string, string> = {
  '.claude/settings.json':
    '{\n    "model": "opus",\n  "hooks": { "Stop": [ {"hooks": [{ "type": "command", "command": "say done" }]} ] }\n}\n\n',
  '.codex/hooks.json': '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}',
  '.gemini/settings.json': '{\r\n  // mine\r\n  "theme": "Dracula"\r\n}\r\n',
};

export function fakeAgentHomes(home: string): AgentHomes {
  const { session, live } = claudeCode(home);
  const sessions = [session, codex(home), geminiCli(home), copilotCli(home), opencode(home)];
  const settings = new Map<string, string>();
  for (const [path, content] of Object.entries(foreignSettings))
    settings.set(write(join(home, path), content), content);
  return { home, live, sessions, settings };
}

function write(path: string, content: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}
