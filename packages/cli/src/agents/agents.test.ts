import assert from 'node:assert/strict';
import { appendFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { agentCatalog } from '@debrief/contract';
import { createMachine, type Machine } from '../testing/machine.ts';
import { fields, type Source } from './agent.ts';
import { agentOf, agents, installedAgents } from './registry.ts';

describe('agents', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
  });
  after(() => machine.remove());

  const find = async (agentId: string, env: Record<string, string> = {}): Promise<Source[]> => {
    const sources = (await agentOf(agentId)?.find({ ...machine.where, env })) ?? [];
    return sources.sort((a, b) => (a.path < b.path ? -1 : 1));
  };
  const identities = (sources: Source[]) =>
    sources.map(({ externalId, part, subagent }) =>
      [externalId, part, subagent?.id].filter((one) => one !== undefined),
    );
  const rowsOf = async (agentId: string, source: Source | undefined) => {
    assert.ok(source);
    return (await agentOf(agentId)?.rows?.(source)) ?? [];
  };

  it('are all in the catalog, and found only where they are', async () => {
    const catalog = new Set(agentCatalog.map((agent) => agent.agentId));
    for (const agent of agents) assert.ok(catalog.has(agent.agentId), agent.agentId);
    assert.deepEqual(await installedAgents(machine.where), []);
    await machine.write('.codex/config.toml', '');
    assert.deepEqual(
      (await installedAgents(machine.where)).map((agent) => agent.agentId),
      ['codex'],
    );
  });

  it('claude-code: sessions, and sub-agents in both layouts', async () => {
    const dir = '.claude/projects/-p';
    await machine.write(`${dir}/s.jsonl`, '{}\n');
    await machine.write(`${dir}/s/subagents/agent-a.jsonl`, '{}\n');
    await machine.write(`${dir}/s/subagents/workflows/w/agent-b.jsonl`, '{}\n');
    await machine.write(`${dir}/s/tool-results/x.txt`, '');
    await machine.write(`${dir}/agent-old.jsonl`, '{"sessionId":"s","agentId":"old"}\n');
    assert.deepEqual(identities(await find('claude-code')), [
      ['s', 'agent-old'],
      ['s', ''],
      ['s', 'agent-a.jsonl'],
      ['s', 'workflows/w/agent-b.jsonl'],
    ]);
    await machine.write('moved/projects/-q/t.jsonl', '{}\n');
    const elsewhere = await find('claude-code', { CLAUDE_CONFIG_DIR: join(machine.root, 'moved') });
    assert.deepEqual(identities(elsewhere), [['t', '']]);
    assert.deepEqual(
      agentOf('claude-code')?.facts({
        cwd: '/p',
        gitBranch: 'b',
        version: '2',
        timestamp: '2026-01-01T00:00:00Z',
      }),
      {
        cwd: '/p',
        gitBranch: 'b',
        version: '2',
        at: Date.UTC(2026, 0, 1),
      },
    );
  });

  it('codex: threads, reverts, archives, compressed files, sub-agents', async () => {
    const name = (id: string, end = '.jsonl') => `rollout-2026-01-01T10-00-00-${id}${end}`;
    const thread = '019f624b-cc95-7c50-b9fa-1db381270b74';
    const rollout = '019f624b-cc95-7c50-b9fa-1db381270b75';
    await machine.write(
      `.codex/sessions/2026/01/01/${name(thread)}`,
      `{"type":"session_meta","payload":{"id":"${thread}"}}\n`,
    );
    await machine.write(`.codex/sessions/2026/01/01/${name(`${thread}_${rollout}`)}`, '{}\n');
    await machine.write(`.codex/sessions/2026/01/01/${name(thread, '.jsonl.zst')}`, 'x');
    await machine.write(`.codex/archived_sessions/${name('old', '.jsonl.zst')}`, 'x');
    const child = {
      type: 'session_meta',
      payload: { id: 'c', source: { subagent: { thread_spawn: { parent_thread_id: 'p' } } } },
    };
    await machine.write(`.codex/sessions/2026/01/02/${name('c')}`, `${JSON.stringify(child)}\n`);
    assert.deepEqual(identities(await find('codex')), [
      ['old', ''],
      [thread, ''],
      [thread, rollout],
      ['p', 'c', 'c'],
    ]);
  });

  it('another file in the place of one that is gone is another session, whatever its inode', async () => {
    const path = '.codex/sessions/2026/03/03/rollout-2026-03-03T10-00-00-again.jsonl';
    const meta = (parent?: string) =>
      `${JSON.stringify({ type: 'session_meta', payload: { id: 'again', ...(parent && { parent_thread_id: parent }) } })}\n`;
    const identity = async () =>
      identities((await find('codex')).filter((source) => source.path.endsWith('again.jsonl')));
    await machine.write(path, meta());
    assert.deepEqual(await identity(), [['again', '']]);
    await rm(join(machine.root, path));
    // File systems tell times of birth apart by ticks of a few milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 50));
    await machine.write(path, meta('elder'));
    assert.deepEqual(await identity(), [['elder', 'again', 'again']]);
    await rm(join(machine.root, path));
  });

  it('aider: the runs in one file, paragraph by paragraph, in folders others work in', async () => {
    const repository = join(machine.root, 'src/app');
    const path = await machine.write(
      'src/app/.aider.chat.history.md',
      '\n# aider chat started at 2026-05-23 00:59:13\n\n> aider --model x\n\n#### Fix it\n\nFixed.\n\n# aider chat started at 2026-05-24 10:00:00\n\n#### Again\n',
    );
    await machine.write('src/app/.git/HEAD', 'ref: refs/heads/main\n');
    assert.deepEqual(await find('aider'), []);
    const where = { ...machine.where, folders: () => [join(repository, 'deep/inside'), repository] };
    const sources = async () => (await agentOf('aider')?.find(where)) ?? [];
    const [first, second] = await sources();
    assert.match(first?.externalId ?? '', /^2026-05-23T00:59:13-[0-9a-f]{12}$/);
    assert.equal(first?.cwd, repository);
    assert.deepEqual(
      (await rowsOf('aider', first)).map((row) => [row.id, row.eventType, row.record]),
      [
        ['#0', 'session', '# aider chat started at 2026-05-23 00:59:13'],
        ['#1', 'status', '> aider --model x'],
        ['#2', 'user', '#### Fix it'],
        ['#3', 'assistant', 'Fixed.'],
      ],
    );
    const unsettled = async () => (await rowsOf('aider', (await sources())[1])).map((row) => row.unsettled);
    assert.deepEqual(await unsettled(), [undefined, true], 'the last paragraph may still grow');
    await appendFile(path, '\nDone.\n');
    await utimes(path, new Date(), new Date(Date.now() - 60_000));
    assert.deepEqual(await unsettled(), [undefined, undefined, undefined]);
    const [, later] = await sources();
    assert.notEqual(later?.stamp, second?.stamp);
    assert.equal((await sources())[0]?.stamp, first?.stamp, 'what is over does not change');
    assert.equal(
      agentOf('aider')?.facts('# aider chat started at 2026-05-23 00:59:13').at,
      Date.parse('2026-05-23 00:59:13'),
    );
  });

  it('gemini-cli: op logs, sub-agents, documents of old', async () => {
    const chats = '.gemini/tmp/slug/chats';
    await machine.write('.gemini/tmp/slug/.project_root', '/src/app\n');
    await machine.write(`${chats}/session-1.jsonl`, '{"sessionId":"main","kind":"main"}\n');
    await machine.write(`${chats}/main/sub.jsonl`, '{"sessionId":"sub","kind":"subagent"}\n');
    const old = {
      sessionId: 'old',
      messages: [
        { id: 'a', type: 'user' },
        { id: 'b', type: 'gemini' },
      ],
      lastUpdated: 'x',
    };
    await machine.write(`${chats}/session-0.json`, JSON.stringify(old));
    const sources = await find('gemini-cli');
    assert.deepEqual(identities(sources), [
      ['main', 'sub', 'sub'],
      ['old', ''],
      ['main', ''],
    ]);
    assert.equal(sources[0]?.cwd, '/src/app');
    assert.deepEqual(await rowsOf('gemini-cli', sources[1]), [
      { id: 'head', record: { sessionId: 'old' } },
      { id: 'a', record: { id: 'a', type: 'user' } },
      { id: 'b', record: { id: 'b', type: 'gemini' } },
    ]);
  });

  it('copilot-cli, qwen-code, pi, cursor, droid, kimi-code, kiro-cli', async () => {
    await machine.write('.copilot/session-state/c1/events.jsonl', '{}\n');
    await machine.write('.copilot/session-state/c0.jsonl', '{}\n');
    await machine.write('.qwen/projects/-p/chats/q1.jsonl', '{}\n');
    await machine.write('.pi/agent/sessions/--p--/2026-01-01_u-1.jsonl', '{}\n');
    await machine.write('.cursor/projects/p/agent-transcripts/k1/k1.jsonl', '{}\n');
    await machine.write('.cursor/projects/p/agent-transcripts/k1/subagents/k2.jsonl', '{}\n');
    await machine.write('.cursor/projects/p/agent-transcripts/k3.jsonl', '{}\n');
    await machine.write('.factory/sessions/-p/d1.jsonl', '{}\n');
    await machine.write('.kimi-code/sessions/wd_p/s1/agents/main/wire.jsonl', '{}\n');
    await machine.write('.kimi-code/sessions/wd_p/s1/agents/agent-0/wire.jsonl', '{}\n');
    await machine.write('.kiro/sessions/cli/r1.jsonl', '{}\n');
    assert.deepEqual(identities(await find('copilot-cli')), [
      ['c0', ''],
      ['c1', ''],
    ]);
    assert.deepEqual(identities(await find('qwen-code')), [['q1', '']]);
    assert.deepEqual(identities(await find('pi')), [['u-1', '']]);
    assert.deepEqual(identities(await find('cursor')), [
      ['k1', ''],
      ['k1', 'k2', 'k2'],
      ['k3', ''],
    ]);
    assert.deepEqual(identities(await find('droid')), [['d1', '']]);
    assert.deepEqual(identities(await find('kimi-code')), [
      ['s1', 'agent-0', 'agent-0'],
      ['s1', ''],
    ]);
    assert.deepEqual(identities(await find('kiro-cli')), [['r1', '']]);
    assert.equal(agentOf('copilot-cli')?.facts({ type: 'session.shutdown' }).ended, true);
  });

  it('amp and cline: whole documents, message by message', async () => {
    const thread = {
      v: 7,
      id: 'T-1',
      created: 1_772_241_173_221,
      messages: [{ role: 'user', messageId: 0 }],
    };
    await machine.write('.local/share/amp/threads/T-1.json', JSON.stringify(thread));
    assert.deepEqual(await rowsOf('amp', (await find('amp'))[0]), [
      { id: 'head', record: { type: 'thread', id: 'T-1', created: 1_772_241_173_221 } },
      { id: 'm0', record: { role: 'user', messageId: 0 } },
    ]);
    await machine.write('.cline/data/sessions/x/x.messages.json', '{"messages":[{"id":"m1","role":"user"}]}');
    await machine.write('.cline/data/sessions/x/x.json', '{"session_id":"x","cwd":"/p"}');
    const rows = await rowsOf('cline', (await find('cline'))[0]);
    assert.deepEqual(
      rows.map((row) => row.id),
      ['head', 'm1'],
    );
  });

  it('goose: sessions with their messages', async () => {
    const { DatabaseSync } = await import('node:sqlite');
    const path = await machine.write('.local/share/goose/sessions/sessions.db', '');
    await writeFile(path, '');
    const database = new DatabaseSync(path);
    database.exec(`CREATE TABLE sessions (id TEXT, name TEXT, working_dir TEXT, session_type TEXT);
      CREATE TABLE messages (id INTEGER, session_id TEXT, role TEXT, content_json TEXT, metadata_json TEXT, created_timestamp INT);
      INSERT INTO sessions VALUES ('g1', 'n', '/p', 'user');
      INSERT INTO messages VALUES (1, 'g1', 'user', '[{"type":"text"}]', '{}', 1772241173);`);
    database.close();
    const [source] = await find('goose');
    const rows = await rowsOf('goose', source);
    assert.deepEqual(
      rows.map((row) => row.eventType),
      ['session', 'message/user'],
    );
    assert.deepEqual(fields(rows[1]?.record).content, [{ type: 'text' }]);
  });
});
