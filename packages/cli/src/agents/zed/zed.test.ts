import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { readSessions } from '../../testing/read-session.ts';
import { agentOf } from '../registry.ts';

describe('Zed', () => {
  let machine: Machine;
  let database: DatabaseSync;
  before(async () => {
    machine = await createMachine();
    database = new DatabaseSync(await machine.write('.local/share/zed/threads/threads.db', ''));
    database.exec(
      'CREATE TABLE threads (id TEXT PRIMARY KEY, summary TEXT, updated_at TEXT, data_type TEXT, data BLOB, parent_id TEXT, folder_paths TEXT, created_at TEXT)',
    );
  });
  after(async () => {
    database.close();
    await machine.remove();
  });

  function write(
    id: string,
    thread: object | Buffer,
    parent: string | null = null,
    updated = '2026-06-01T09:00:10Z',
  ) {
    const data = Buffer.isBuffer(thread) ? thread : zstdCompressSync(JSON.stringify(thread));
    database
      .prepare(
        "INSERT OR REPLACE INTO threads VALUES (?, 'Title', ?, 'zstd', ?, ?, ?, '2026-06-01T09:00:00Z')",
      )
      .run(id, updated, data, parent, `${machine.root}\n/other`);
  }
  const user = (text: string) => ({ User: { id: text, content: [{ Text: text }] } });
  const agent = (...content: object[]) => ({ Agent: { content, tool_results: {} } });

  it('threads with their sub-agents inside; drafts and differences of the working copy are not sent', async () => {
    const spawn = { ToolUse: { id: 's', name: 'subagent', input: { prompt: 'Look' } } };
    write('a', {
      version: '0.3.0',
      title: 'Going',
      messages: [user('Go'), agent(spawn)],
      draft_prompt: 'private-draft',
      model: { model: 'claude-x' },
      initial_project_snapshot: {
        worktree_snapshots: [
          { worktree_path: machine.root, git_state: { current_branch: 'side', diff: 'private-diff' } },
        ],
      },
      cumulative_token_usage: { input_tokens: 5, output_tokens: 1 },
    });
    write('b', { version: '0.3.0', messages: [user('Look'), agent({ Text: 'Nothing.' })] }, 'a');
    const zed = agentOf('zed');
    const sources = (await zed?.find(machine.where)) ?? [];
    const rows = (await Promise.all(sources.map((source) => zed?.rows?.(source)))).flat();
    assert.doesNotMatch(JSON.stringify(rows), /private-/);
    const session = (await readSessions('zed', machine)).get('a');
    assert.deepEqual(session?.told, [
      'prompt Go',
      'subagent subagent: Look = interrupted',
      '  prompt Look',
      '  reply Nothing.',
    ]);
    assert.deepEqual(
      [session?.cwd, session?.reader.summary().branch, session?.reader.summary().usage.input],
      [machine.root, 'side', 5],
    );
  });

  it('a message that grows is taken when it rests', async () => {
    write('c', { messages: [user('Hi'), agent({ Text: 'H' })] }, null, new Date().toISOString());
    const zed = agentOf('zed');
    const source = (await zed?.find(machine.where))?.find((one) => one.externalId === 'c');
    assert.ok(source);
    const unsettled = ((await zed?.rows?.(source)) ?? []).map((row) => row.unsettled ?? false);
    assert.deepEqual(unsettled, [false, false, true, true]);
  });

  it('what unpacks to more than a thread can be is refused, and nothing else suffers', async () => {
    write('d', zstdCompressSync(Buffer.alloc(80 * 1024 * 1024)));
    const zed = agentOf('zed');
    const sources = (await zed?.find(machine.where)) ?? [];
    const bomb = sources.find((source) => source.externalId === 'd');
    assert.ok(bomb && sources.length === 4);
    await assert.rejects(async () => zed?.rows?.(bomb));
  });
});
