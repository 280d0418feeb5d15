import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { readSessions } from '../../testing/read-session.ts';

const update = (sessionUpdate: string, more: object) =>
  `${JSON.stringify({ timestamp: 1_780_304_400, method: 'session/update', params: { update: { sessionUpdate, ...more } } })}\n`;
const said = (text: string) => ({ content: { type: 'text', text } });

describe('Grok Build', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
  });
  after(() => machine.remove());

  it('reads the updates, else the history, never both; sub-agents are inside their session, forks are not', async () => {
    const write = (id: string, name: string, content: string) =>
      machine.write(`.grok/sessions/%2Frepo/${id}/${name}`, content);
    const summary = (id: string, more: object = {}) =>
      write(
        id,
        'summary.json',
        JSON.stringify({ info: { id, cwd: machine.root }, grok_home: 'private', ...more }),
      );
    const chat = `${JSON.stringify({ type: 'user', content: 'Go' })}\n`;
    await summary('a', { generated_title: 'Going', head_branch: 'side' });
    await write(
      'a',
      'updates.jsonl',
      update('user_message_chunk', said('Go')) +
        update('tool_call', { toolCallId: 't', title: 'task', rawInput: { prompt: 'Look' } }),
    );
    await write('a', 'chat_history.jsonl', chat);
    await write('a', 'signals.json', '{}');
    await summary('b', { parent_session_id: 'a', session_kind: 'subagent' });
    await write('b', 'updates.jsonl', update('user_message_chunk', said('Look')));
    await summary('c', { parent_session_id: 'a' });
    await write('c', 'chat_history.jsonl', chat);
    await summary('d');
    const sessions = await readSessions('grok-build', machine);
    assert.deepEqual([...sessions.keys()].sort(), ['a', 'c']);
    const { told, reader, cwd } = sessions.get('a') ?? {};
    assert.deepEqual(told, ['prompt Go', 'subagent task: Look = interrupted', '  prompt Look']);
    assert.deepEqual(
      [reader?.summary().title, reader?.summary().branch, cwd],
      ['Going', 'side', machine.root],
    );
    assert.deepEqual(sessions.get('c')?.told, ['prompt Go']);
  });
});
