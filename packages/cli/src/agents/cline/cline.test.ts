import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { readSessions } from '../../testing/read-session.ts';
import { agentOf } from '../registry.ts';

const said = (id: string, role: string, ...content: object[]) => ({
  id,
  role,
  ts: 1_780_304_400_000,
  content,
});
const text = (value: string) => ({ type: 'text', text: value });

describe('Cline', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
  });
  after(() => machine.remove());

  it('sub-agents share the folder of their session and are inside it', async () => {
    const folder = '.cline/data/sessions/s1';
    const write = (name: string, document: object) =>
      machine.write(`${folder}/${name}`, JSON.stringify(document));
    const spawn = { type: 'tool_use', id: 't1', name: 'spawn_agent', input: { prompt: 'Dig.' } };
    await write('s1.json', {
      session_id: 's1',
      cwd: machine.root,
      pid: 7,
      status: 'completed',
      ended_at: '2026-06-01T10:00:00Z',
      metadata: { title: 'Digging', hubCapabilityOwnerClientId: 'x' },
    });
    await write('s1.messages.json', {
      sessionId: 's1',
      messages: [said('m1', 'user', text('Dig there')), said('m2', 'assistant', spawn)],
    });
    await write('agent-7.messages.json', {
      sessionId: 's1__agent-7',
      messages: [said('n1', 'user', text('Dig.')), said('n2', 'assistant', text('Digging'))],
    });
    await write('s1.compaction.json', {
      source_message_count: 2,
      messages: [said('c1', 'user', text('So far.')), said('m2', 'assistant', text('kept'))],
    });
    const sessions = await readSessions('cline', machine);
    assert.deepEqual([...sessions.keys()], ['s1']);
    const { told, reader, cwd } = sessions.get('s1') ?? {};
    assert.deepEqual(told, [
      'prompt Dig there',
      'subagent spawn_agent: Dig. = interrupted',
      '  prompt Dig.',
      '  reply Digging',
      'compaction So far.',
    ]);
    assert.deepEqual([reader?.summary().title, cwd], ['Digging', machine.root]);
  });

  it('a session that is over says so last; one that runs does not', async () => {
    const agent = agentOf('cline');
    const [main] = (await agent?.find(machine.where))?.filter((source) => source.part === '') ?? [];
    assert.ok(main);
    const rows = (await agent?.rows?.(main)) ?? [];
    assert.deepEqual(
      rows.map((row) => [row.id, agent?.facts(row.record).ended]),
      [
        ['m1', false],
        ['m2', false],
        ['head', true],
      ],
    );
    assert.doesNotMatch(JSON.stringify(rows), /"pid"|hubCapability/);
  });

  it('tasks of the CLI up to 2.x, and of the extension, whose folder a list of tasks names', async () => {
    const task = (ts: number) => JSON.stringify([{ ts, type: 'say', say: 'task', text: `Task ${ts}` }]);
    const storage = '.config/Code/User/globalStorage/saoudrizwan.claude-dev';
    await machine.write('.cline/data/tasks/100/ui_messages.json', task(1_780_304_400_000));
    await machine.write(`${storage}/tasks/200/ui_messages.json`, task(1_780_304_500_000));
    await machine.write(
      `${storage}/state/taskHistory.json`,
      JSON.stringify([{ id: '200', task: 'Task', cwdOnTaskInitialization: machine.root, tokensIn: 5 }]),
    );
    const sessions = await readSessions('cline', machine);
    assert.deepEqual([...sessions.keys()].sort(), ['100', '200', 's1']);
    assert.deepEqual(sessions.get('100')?.told, ['prompt Task 1780304400000']);
    assert.equal(sessions.get('200')?.cwd, machine.root);
  });
});
