import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { readSessions } from '../../testing/read-session.ts';
import { agentOf } from '../registry.ts';

const samples = fileURLToPath(new URL('../../../../../../shared/transcripts-more/crush/', import.meta.url));
const root = 'aaaaaaaa-0000-4000-8000-000000000001';

describe('Crush', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
  });
  after(() => machine.remove());

  const list = (...projects: { path: string; data_dir: string }[]) =>
    machine.write('.local/share/crush/projects.json', JSON.stringify({ projects }));

  it('sessions of a project in use, sub-agents inside, titles left out', async () => {
    const { DatabaseSync } = await import('node:sqlite');
    const path = await machine.write('repo/.crush/crush.db', '');
    await list({ path: join(machine.root, 'repo'), data_dir: '.crush' });
    const database = new DatabaseSync(path);
    database.exec(`PRAGMA journal_mode = WAL;
      CREATE TABLE sessions (id TEXT, parent_session_id TEXT, title TEXT, cost REAL, updated_at INT, created_at INT);
      CREATE TABLE messages (id TEXT, session_id TEXT, role TEXT, parts TEXT, model TEXT, created_at INT, updated_at INT, finished_at INT);`);
    const session = database.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?, 1780304400, 1780304400)');
    const message = database.prepare(
      'INSERT INTO messages VALUES (?, ?, ?, ?, ?, 1780304400, 1780304400, 1780304401)',
    );
    const part = (type: string, data: object) => ({ type, data });
    const say = (id: string, of: string, role: string, ...parts: object[]) =>
      message.run(id, of, role, JSON.stringify(parts), 'qwen-x');
    session.run(root, null, 'Digging', 0.5);
    session.run(`m2$$7`, root, 'Agent', 0.2);
    session.run(`title-${root}`, root, 'Title', 0);
    say('m1', root, 'user', part('text', { text: 'Dig there' }));
    say('m2', root, 'assistant', part('tool_call', { id: '7', name: 'agent', input: '{"prompt":"Dig."}' }));
    say('n1', 'm2$$7', 'user', part('text', { text: 'Dig.' }));
    say('x1', `title-${root}`, 'user', part('text', { text: 'A title, please' }));
    const { told, reader, cwd } = (await readSessions('crush', machine)).get(root) ?? {};
    assert.deepEqual(told, ['prompt Dig there', 'subagent agent: Dig. = interrupted', '  prompt Dig.']);
    assert.deepEqual(
      [cwd, reader?.summary().title, reader?.summary().cost.total],
      [join(machine.root, 'repo'), 'Digging', 0.5],
    );
    // A row that grows within the same second is news.
    const stamp = async () =>
      (await agentOf('crush')?.find(machine.where))?.find((one) => one.part === '')?.stamp;
    const first = await stamp();
    database
      .prepare('UPDATE messages SET parts = ? WHERE id = ?')
      .run(JSON.stringify([part('text', { text: 'Dig over there' })]), 'm1');
    assert.notEqual(await stamp(), first);
    database.close();
  });

  it('what a tool read names its file, so that files with secrets can be told', async () => {
    const [source] = (await agentOf('crush')?.find(machine.where)) ?? [];
    assert.ok(source);
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(join(machine.root, 'repo/.crush/crush.db'));
    const parts = [
      { type: 'tool_call', data: { id: '0', name: 'view', input: '{"file_path":"/repo/.env"}' } },
      { type: 'tool_result', data: { tool_call_id: '0', content: 'x' } },
    ];
    database.prepare('UPDATE messages SET parts = ? WHERE id = ?').run(JSON.stringify(parts), 'm1');
    database.close();
    const rows = JSON.stringify(await agentOf('crush')?.rows?.(source));
    assert.match(rows, /"tool_call_id":"0","content":"x","file_path":"\/repo\/\.env"/);
  });

  it('real stores: nothing throws, nothing is unknown, nothing runs', async (t) => {
    if (!existsSync(samples))
      return t.skip('no ../shared/transcripts-more here: see the store above instead');
    const names = ['llama_cpp_rs_chat', 'OpenSuperWhisper'];
    for (const name of names) {
      await mkdir(join(machine.root, name, '.crush'), { recursive: true });
      await copyFile(join(samples, `${name}__crush.db`), join(machine.root, name, '.crush', 'crush.db'));
    }
    await list(
      ...names.map((name) => ({
        path: join(machine.root, name),
        data_dir: join(machine.root, name, '.crush'),
      })),
    );
    const sessions = await readSessions('crush', machine);
    assert.ok(sessions.size >= 6, String(sessions.size));
    let tools = 0;
    for (const [id, { reader }] of sessions) {
      const { counts } = reader.summary();
      assert.deepEqual([reader.accounting().faults, counts.unknown], [0, 0], id);
      assert.ok(counts.prompt > 0, id);
      tools += counts.tool;
    }
    assert.ok(tools > 20, String(tools));
  });
});
