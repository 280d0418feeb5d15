import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
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

  it('sessions of Kimi CLI, but those that Kimi Code has taken over', async () => {
    const folder = '/home/a/app';
    const digest = createHash('md5').update(folder).digest('hex');
    const said = (type: string, payload: object, timestamp: number) => ({
      timestamp,
      message: { type, payload },
    });
    const wire = lines(
      { type: 'metadata', protocol_version: '1.3' },
      said('TurnBegin', { user_input: [{ type: 'text', text: 'Look' }] }, 1_773_128_640.5),
      said('TurnEnd', {}, 1_773_128_650.5),
    );
    await machine.write('.kimi/kimi.json', JSON.stringify({ work_dirs: [{ path: folder }] }));
    for (const id of ['aaaa-1', 'aaaa-2']) {
      await machine.write(`.kimi/sessions/${digest}/${id}/wire.jsonl`, wire);
      await machine.write(
        `.kimi/sessions/${digest}/${id}/context.jsonl`,
        '{"role":"user","content":"Look"}\n',
      );
      await machine.write(`.kimi/sessions/${digest}/${id}/state.json`, '{"custom_title":"My look"}');
    }
    await machine.write(
      '.kimi-code/sessions/wd/session_aaaa-2/agents/main/wire.jsonl',
      lines(prompt('x', 1)),
    );
    const sessions = await readSessions('kimi-code', machine);
    const { reader, told, cwd } = sessions.get('aaaa-1') ?? {};
    assert.deepEqual(told, ['prompt Look']);
    assert.deepEqual([reader?.summary().title, cwd], ['My look', folder]);
    assert.equal(reader?.summary().startedAt, '2026-03-10T07:44:00.500Z');
    assert.equal(sessions.has('aaaa-2'), false);
  });

  it('follows KIMI_CODE_HOME; a state that changes only its times is no news', async () => {
    await machine.write('kimi/sessions/wd/session_2/agents/main/wire.jsonl', lines(prompt('Hi', 1)));
    const path = await machine.write('kimi/sessions/wd/session_2/state.json', '{"title":"A","updatedAt":1}');
    const env = { KIMI_CODE_HOME: `${machine.root}/kimi`, KIMI_SHARE_DIR: `${machine.root}/none` };
    const where = { ...machine.where, env };
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
