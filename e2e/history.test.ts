import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { type Client, createClient, type Session } from '@debrief/contract';
import { engines, freshDatabase } from '../packages/server/testing/engine.ts';
import { TestIssuer } from '../packages/server/testing/issuer.ts';
import { debriefWell } from './command.ts';
import { startServer } from './server.ts';
import { until } from './until.ts';

interface PastSession {
  agentId: string;
  externalId: string;
  startedAt: number;
  endedAt: number;
}

/** Writes a session of two records with these times into an agent's store. Every file is as new as the test. */
type Writer = (home: string, session: PastSession) => void;

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
const lines = (...records: object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');
const iso = (at: number): string => new Date(at).toISOString();

const writers: Record<string, Writer> = {
  'claude-code': (home, { externalId: id, startedAt, endedAt }) =>
    write(
      join(home, '.claude/projects/-src-app', `${id}.jsonl`),
      lines(
        // Without a time of its own, as Claude Code writes it before and after the conversation.
        { type: 'summary', summary: id, leafUuid: `${id}-2` },
        {
          type: 'user',
          uuid: `${id}-1`,
          sessionId: id,
          timestamp: iso(startedAt),
          message: { role: 'user', content: id },
        },
        {
          type: 'assistant',
          uuid: `${id}-2`,
          sessionId: id,
          timestamp: iso(endedAt),
          message: { id: `m-${id}`, role: 'assistant', content: [{ type: 'text', text: 'done' }] },
        },
        { type: 'last-prompt', lastPrompt: id, sessionId: id },
      ),
    ),
  codex: (home, { externalId: id, startedAt, endedAt }) => {
    const message = (role: string, type: string, text: string) => ({
      type: 'message',
      role,
      content: [{ type, text }],
    });
    write(
      join(home, '.codex/sessions/2026/01/01', `rollout-2026-01-01T00-00-00-${id}.jsonl`),
      lines(
        { timestamp: iso(startedAt), type: 'session_meta', payload: { id, cwd: '/src/app' } },
        { timestamp: iso(startedAt), type: 'response_item', payload: message('user', 'input_text', id) },
        {
          timestamp: iso(endedAt),
          type: 'response_item',
          payload: message('assistant', 'output_text', 'done'),
        },
      ),
    );
  },
  'copilot-cli': (home, { externalId: id, startedAt, endedAt }) =>
    write(
      join(home, '.copilot/session-state', id, 'events.jsonl'),
      lines(
        { type: 'session.start', timestamp: iso(startedAt), data: { sessionId: id, copilotVersion: '1.0' } },
        { type: 'user.message', id: `${id}-1`, timestamp: iso(startedAt), data: { content: id } },
        {
          type: 'assistant.message',
          id: `${id}-2`,
          timestamp: iso(endedAt),
          data: { messageId: `m-${id}`, content: 'done' },
        },
      ),
    ),
  pi: (home, { externalId: id, startedAt, endedAt }) =>
    write(
      join(home, '.pi/agent/sessions/--src-app--', `2026-01-01_${id}.jsonl`),
      lines(
        { type: 'session', version: 3, id, timestamp: iso(startedAt), cwd: '/src/app' },
        {
          type: 'message',
          id: 'a',
          timestamp: iso(startedAt),
          message: { role: 'user', content: [{ type: 'text', text: id }] },
        },
        {
          type: 'message',
          id: 'b',
          parentId: 'a',
          timestamp: iso(endedAt),
          message: { role: 'assistant', content: [{ type: 'text', text: 'done' }] },
        },
      ),
    ),
  opencode(home, { externalId: id, startedAt, endedAt }) {
    const path = join(home, '.local/share/opencode/opencode.db');
    mkdirSync(dirname(path), { recursive: true });
    const database = new DatabaseSync(path);
    database.exec(`
      CREATE TABLE IF NOT EXISTS session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT, time_created INT, time_updated INT);
      CREATE TABLE IF NOT EXISTS message (id TEXT, session_id TEXT, time_created INT, time_updated INT, data TEXT);
      CREATE TABLE IF NOT EXISTS part (id TEXT, message_id TEXT, session_id TEXT, time_created INT, time_updated INT, data TEXT)`);
    database
      .prepare(`INSERT INTO session VALUES (?, 'p', NULL, '/src/app', ?, '1.0', ?, ?)`)
      .run(id, id, startedAt, endedAt);
    for (const [index, role, at] of [
      [1, 'user', startedAt],
      [2, 'assistant', endedAt],
    ] as const) {
      const data = { role, time: { created: at, ...(role === 'assistant' && { completed: at }) } };
      database
        .prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?)')
        .run(`msg_${id}_${index}`, id, at, at, JSON.stringify(data));
      database
        .prepare('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)')
        .run(
          `prt_${id}_${index}`,
          `msg_${id}_${index}`,
          id,
          at,
          at,
          JSON.stringify({ type: 'text', text: role === 'user' ? id : 'done' }),
        );
    }
    database.close();
  },
};

const hour = 3_600_000;

/** Sessions of a year, the agents in turn, written in an order that has nothing to do with their times. */
function pastSessions(): PastSession[] {
  const names = Object.keys(writers);
  return Array.from({ length: 30 }, (_, index) => {
    const agentId = names[index % names.length] ?? '';
    const startedAt = Date.now() - (((index * 11) % 30) * 12 + 3) * 24 * hour;
    return { agentId, externalId: `past-${index}`, startedAt, endedAt: startedAt + (index + 1) * 60_000 };
  });
}

for (const engine of engines) {
  test(`an imported year on ${engine}: order, filters, ends and states are those of the records`, async (t) => {
    const issuer = new TestIssuer();
    const database = await freshDatabase(engine);
    t.after(() => database.remove());
    const { config } = database;
    const env: Record<string, string> = config.engine === 'postgres' ? { DATABASE_URL: config.url } : {};
    await using server = await startServer({ ...(await issuer.env()), ...env });
    const url = server.url.replace('localhost', '127.0.0.1');
    const api = createClient({
      baseUrl: url,
      credential: () => issuer.token({ subject: 'mira', email: 'mira@example.com' }),
    });
    await api.createOrganization({ name: 'Acme' });
    const { secret } = await api.issueSecret({ label: 'workbench' });

    const home = mkdtempSync(join(tmpdir(), 'debrief-history-'));
    const debrief = (...args: string[]) => debriefWell(home, secret, args);
    t.after(async () => {
      await debrief('disconnect', '--yes').catch(() => {});
      rmSync(home, { recursive: true, force: true });
    });
    const past = pastSessions();
    for (const session of past) writers[session.agentId]?.(home, session);
    const now = { agentId: 'claude-code', externalId: 'live', startedAt: Date.now() - 60_000 };
    const live = { ...now, endedAt: Date.now() - 1000 };
    writers['claude-code']?.(home, live);
    await debrief('connect', url, '--yes', '--import', 'all', '--no-hooks');

    const finished = await until('every past session is completed and read', async () => {
      const all = await everySession(api);
      const isDone = ({ status, externalId, statistics }: Session) =>
        statistics?.endedAt !== undefined && (externalId === 'live' || status === 'completed');
      return all.length === past.length + 1 && all.every(isDone) ? all : undefined;
    });

    const newestFirst = [...past, live].toSorted((a, b) => b.startedAt - a.startedAt);
    const namesOf = (list: readonly { externalId?: string }[]) => list.map(({ externalId }) => externalId);

    await t.test('the list is in the order in which the sessions began, also page by page', async () => {
      assert.deepEqual(namesOf(finished), namesOf(newestFirst));
      assert.deepEqual(namesOf(await everySession(api, { limit: 7 })), namesOf(newestFirst));
    });

    await t.test('start and end are those of the first and the last record', () => {
      for (const { externalId, agentId, startedAt, endedAt } of past) {
        const session = finished.find((one) => one.externalId === externalId);
        const { status, statistics } = session ?? {};
        const seen = [session?.agentId, session?.startedAt, session?.endedAt, status, statistics?.endedAt];
        const wanted = [agentId, iso(startedAt), iso(endedAt), 'completed', iso(endedAt)];
        assert.deepEqual(seen, wanted, `${agentId} ${externalId}`);
        assert.ok(Date.parse(session?.createdAt ?? '') > Date.now() - hour, 'it arrived now');
      }
    });

    await t.test('the one that goes on is open', () => {
      const [first] = finished;
      assert.equal(first?.externalId, 'live');
      assert.equal(first?.status, 'active');
      assert.equal(first?.startedAt, iso(live.startedAt));
      assert.equal(first?.statistics?.endedAt, iso(live.endedAt));
    });

    await t.test('time filters go by the start', async () => {
      for (const [fromDays, toDays] of [
        [1, 0],
        [30, 0],
        [200, 100],
        [400, 300],
        [9000, 400],
      ] as const) {
        const after = Date.now() - fromDays * 24 * hour;
        const before = Date.now() - toDays * 24 * hour;
        const inside = newestFirst.filter((one) => one.startedAt > after && one.startedAt < before);
        const filter = { startedAfter: iso(after), startedBefore: iso(before) };
        assert.deepEqual(namesOf(await everySession(api, { limit: 3, ...filter })), namesOf(inside));
        const codex = inside.filter(({ agentId }) => agentId === 'codex');
        assert.deepEqual(namesOf(await everySession(api, { ...filter, agentId: 'codex' })), namesOf(codex));
      }
      assert.deepEqual(namesOf(await everySession(api, { status: 'active' })), ['live']);
    });
  });
}

type Filter = Parameters<Client['listSessions']>[0];

async function everySession(api: Client, filter: Filter = {}): Promise<Session[]> {
  const all: Session[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.listSessions({ ...filter, ...(cursor !== undefined && { cursor }) });
    all.push(...page.sessions);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}
