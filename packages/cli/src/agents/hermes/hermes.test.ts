import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { readSessions } from '../../testing/read-session.ts';
import { agentOf } from '../registry.ts';

describe('Hermes', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
  });
  after(() => machine.remove());

  it('sessions of the terminal with their sub-agents; chats of any other kind are never looked at', async () => {
    const database = new DatabaseSync(await machine.write('.hermes/state.db', ''));
    database.exec(`
      CREATE TABLE sessions (id TEXT, source TEXT, model TEXT, title TEXT, cwd TEXT, parent_session_id TEXT,
        started_at REAL, ended_at REAL, end_reason TEXT, input_tokens INT, output_tokens INT, estimated_cost_usd REAL);
      CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, tool_calls TEXT,
        tool_call_id TEXT, tool_name TEXT, finish_reason TEXT, display_kind TEXT, timestamp REAL);`);
    const start = database.prepare(
      `INSERT INTO sessions VALUES (?, ?, 'model-x', 'T', ?, ?, 1780304400.5, ?, ?, 100, 10, 0.5)`,
    );
    const say = database.prepare(
      'INSERT INTO messages (session_id, role, content, tool_calls, timestamp) VALUES (?, ?, ?, ?, 1780304401.25)',
    );
    start.run('a', 'cli', machine.root, null, 1_780_304_500, 'user_exit');
    start.run('b', 'subagent', null, 'a', null, null);
    start.run('c', 'whatsapp', null, null, null, null);
    start.run('d', 'subagent', null, 'c', null, null);
    start.run('e', 'tui', null, 'a', null, null);
    say.run('a', 'user', 'Go', '');
    const task = [{ id: 't', function: { name: 'delegate_task', arguments: '{"goal":"Look"}' } }];
    say.run('a', 'assistant', '', JSON.stringify(task));
    say.run('b', 'user', 'Look', '');
    for (const id of ['c', 'd', 'e']) say.run(id, 'user', `private ${id}`, '');
    database.close();

    const agent = agentOf('hermes');
    const sources = (await agent?.find(machine.where)) ?? [];
    const identities = sources.map(({ externalId, part }) => [externalId, part]);
    assert.deepEqual(identities.sort(), [
      ['a', ''],
      ['a', 'b'],
      ['e', ''],
    ]);
    const main = sources.find(({ externalId, part }) => externalId === 'a' && part === '');
    assert.ok(main);
    const rows = (await agent?.rows?.(main)) ?? [];
    assert.deepEqual(
      rows.map((row) => [row.id, agent?.facts(row.record).ended]),
      [
        ['m1', false],
        ['m2', false],
        ['usage', false],
        ['session', true],
      ],
    );
    const session = (await readSessions('hermes', machine)).get('a');
    assert.deepEqual(session?.told, [
      'prompt Go',
      'subagent delegate_task: Look = interrupted',
      '  prompt Look',
    ]);
    assert.equal(session?.cwd, machine.root);
  });
});
