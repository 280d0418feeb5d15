import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { readSessions } from '../../testing/read-session.ts';
import { agentOf } from '../registry.ts';

const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const said = (id: string, role: string, ...content: object[]) => ({
  type: 'message',
  id,
  timestamp: '2026-06-01T09:00:00.000Z',
  message: { role, content },
});

describe('Droid', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
  });
  after(() => machine.remove());

  it('a session with its settings, and the sub-agent whose file names it', async () => {
    const folder = '.factory/sessions/-repo';
    const task = { type: 'tool_use', id: 't1', name: 'Task', input: { description: 'dig', prompt: 'Dig.' } };
    const settings = (outputTokens: number) =>
      JSON.stringify({
        model: 'gpt-x',
        assistantActiveTimeMs: 9,
        tokenUsage: { inputTokens: 5, outputTokens },
      });
    await machine.write(
      `${folder}/d1.jsonl`,
      lines(
        { type: 'session_start', id: 'd1', sessionTitle: 'Digging', cwd: machine.root, version: 2 },
        said('m1', 'user', { type: 'text', text: 'Dig there' }),
        said('m2', 'assistant', task),
        said('m3', 'user', { type: 'tool_result', tool_use_id: 't1', content: 'Found.' }),
      ),
    );
    await machine.write(`${folder}/d1.settings.json`, settings(40));
    await machine.write(
      `${folder}/d2.jsonl`,
      lines(
        {
          type: 'session_start',
          id: 'd2',
          cwd: machine.root,
          callingSessionId: 'd1',
          callingToolUseId: 't1',
        },
        said('n1', 'user', { type: 'text', text: 'Dig.' }),
        said('n2', 'assistant', { type: 'text', text: 'Digging' }),
      ),
    );
    await machine.write(`${folder}/d2.settings.json`, settings(2));
    await machine.write(`${folder}/never-began.settings.json`, '{}');
    const sessions = await readSessions('droid', machine);
    assert.deepEqual([...sessions.keys()], ['d1']);
    const { reader, told, cwd } = sessions.get('d1') ?? {};
    assert.deepEqual(told, [
      'prompt Dig there',
      'subagent Task: dig = ok',
      '  prompt Dig.',
      '  reply Digging',
    ]);
    const { title, usage } = reader?.summary() ?? {};
    assert.deepEqual([title, cwd, usage?.output], ['Digging', machine.root, 42]);
    assert.equal(agentOf('droid')?.facts({ type: 'session_end' }).ended, true);
  });
});
