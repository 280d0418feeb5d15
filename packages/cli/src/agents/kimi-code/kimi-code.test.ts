import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { readSessions } from '../../testing/read-session.ts';
import { agentOf } from '../registry.ts';

const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const prompt = (said: string, time: number) => ({
  type: 'turn.prompt',
  input: [{ type: 'text', text: said }],
  origin: { kind: 'user' },
  time,
});
const event = (type: string, rest: object, time: number) => ({
  type: 'context.append_loop_event',
  event: { type, ...rest },
  time,
});

describe('Kimi Code', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
  });
  after(() => machine.remove());

  it('a session with its state and its sub-agents', async () => {
    const at = Date.UTC(2026, 5, 1, 9);
    const session = '.kimi-code/sessions/wd_repo_1/session_1';
    await machine.write(
      `${session}/state.json`,
      JSON.stringify({
        title: 'Digging',
        workDir: machine.root,
        lastPrompt: 'x',
        updatedAt: 'y',
        agents: {},
      }),
    );
    await machine.write(
      `${session}/agents/main/wire.jsonl`,
      lines(
        prompt('Dig there', at),
        event('tool.call', { toolCallId: 'Agent_0', name: 'Agent', args: { prompt: 'Dig.' } }, at + 1),
        event('tool.result', { toolCallId: 'Agent_0', result: { output: 'agent_id: agent-0\nok' } }, at + 9),
      ),
    );
    await machine.write(`${session}/agents/agent-0/wire.jsonl`, lines(prompt('Dig.', at + 2)));
    const { reader, told, cwd } = (await readSessions('kimi-code', machine)).get('session_1') ?? {};
    assert.deepEqual(told, ['prompt Dig there', 'subagent Agent: Dig. = ok', '  prompt Dig.']);
    assert.deepEqual([reader?.summary().title, cwd], ['Digging', machine.root]);
  });

  it('follows KIMI_CODE_HOME; a state that changes only its times is no news', async () => {
    await machine.write('kimi/sessions/wd/session_2/agents/main/wire.jsonl', lines(prompt('Hi', 1)));
    const path = await machine.write('kimi/sessions/wd/session_2/state.json', '{"title":"A","updatedAt":1}');
    const where = { ...machine.where, env: { KIMI_CODE_HOME: `${machine.root}/kimi` } };
    const agent = agentOf('kimi-code');
    const sources = (await agent?.find(where)) ?? [];
    assert.deepEqual(sources.map((source) => source.part).sort(), ['', 'state.json']);
    const state = sources.find((source) => source.path === path);
    assert.ok(state);
    const rows = await agent?.rows?.(state);
    await machine.write('kimi/sessions/wd/session_2/state.json', '{"title":"A","updatedAt":2}');
    assert.deepEqual(await agent?.rows?.(state), rows);
  });
});
