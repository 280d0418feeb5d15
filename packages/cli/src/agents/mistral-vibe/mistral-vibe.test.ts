import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { readSessions } from '../../testing/read-session.ts';
import { agentOf } from '../registry.ts';

const line = (record: object) => `${JSON.stringify(record)}\n`;

describe('Mistral Vibe', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
  });
  after(() => machine.remove());

  it('a session with its sub-agent inside, its folder and branch; no configuration is sent', async () => {
    const folder = '.vibe/logs/session/session_20260601_090000_abcd1234';
    await machine.write(
      `${folder}/messages.jsonl`,
      [
        { role: 'user', content: 'Go', injected: false, message_id: 'm1' },
        {
          role: 'assistant',
          message_id: 'm2',
          tool_calls: [
            { id: 'c1', function: { name: 'task', arguments: '{"task":"Look","agent":"explore"}' } },
          ],
        },
      ]
        .map(line)
        .join(''),
    );
    await machine.write(
      `${folder}/meta.json`,
      JSON.stringify({
        session_id: 'abcd1234-0',
        start_time: '2026-06-01T09:00:00Z',
        git_branch: 'side',
        environment: { working_directory: machine.root },
        title: 'Going',
        config: { active_model: 'devstral-x', providers: ['private-a'] },
        system_prompt: 'private-b',
        username: 'private-c',
        stats: { session_prompt_tokens: 10, session_completion_tokens: 2 },
      }),
    );
    const child = `${folder}/agents/session_20260601_090001_efgh5678`;
    await machine.write(`${child}/messages.jsonl`, line({ role: 'user', content: 'Look', message_id: 'n1' }));
    await machine.write(`${child}/meta.json`, '{"session_id":"efgh5678-0"}');
    const agent = agentOf('mistral-vibe');
    const sources = (await agent?.find(machine.where)) ?? [];
    const rows = (await Promise.all(sources.map((source) => agent?.rows?.(source)))).flat();
    assert.doesNotMatch(JSON.stringify(rows), /private-/);
    assert.equal(rows.find((row) => row?.id === 'totals')?.unsettled, true);
    assert.ok(rows.some((row) => agent?.facts(row?.record).gitBranch === 'side'));
    const [session, ...more] = (await readSessions('mistral-vibe', machine)).values();
    assert.equal(more.length, 0);
    assert.deepEqual(session?.told, ['prompt Go', 'subagent task: Look = interrupted', '  prompt Look']);
    assert.equal(session?.cwd, machine.root);
  });
});
