import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { readSessions } from '../../testing/read-session.ts';

const line = (kind: string, data: object) => `${JSON.stringify({ version: 'v1', kind, data })}\n`;

describe('Kiro CLI', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
  });
  after(() => machine.remove());

  it('a session with the file beside it: folder, title, model, how its turn ended', async () => {
    const folder = '.kiro/sessions/cli';
    await machine.write(
      `${folder}/k1.jsonl`,
      line('Prompt', {
        message_id: 'p',
        content: [{ kind: 'text', data: 'Go' }],
        meta: { timestamp: 1_780_304_400 },
      }) + line('AssistantMessage', { message_id: 'a', content: [{ kind: 'text', data: 'Going' }] }),
    );
    await machine.write(
      `${folder}/k1.json`,
      JSON.stringify({
        session_id: 'k1',
        cwd: machine.root,
        title: 'On the way',
        updated_at: '2026-06-01T09:00:05Z',
        session_state: {
          rts_model_state: { model_info: { model_id: 'qwen-x' } },
          permissions: { trusted_tools: ['everything'] },
          conversation_metadata: {
            user_turn_metadatas: [
              {
                message_ids: ['p', 'a'],
                end_reason: 'Cancelled',
                total_request_count: 3,
                result: { Ok: { content: 'again' } },
              },
            ],
          },
        },
      }),
    );
    await machine.write(`${folder}/other.json`, '{"session_id":"other"}');
    const sessions = await readSessions('kiro-cli', machine);
    assert.deepEqual([...sessions.keys()], ['k1']);
    const { reader, told, cwd } = sessions.get('k1') ?? {};
    assert.deepEqual(told, ['prompt Go', 'reply Going', 'interruption Cancelled']);
    const { title, models } = reader?.summary() ?? {};
    assert.deepEqual(
      [title, cwd, models?.[0]?.model, models?.[0]?.requests],
      ['On the way', machine.root, 'qwen-x', 3],
    );
  });
});
