import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { readSessions } from '../../testing/read-session.ts';
import { agentOf } from '../registry.ts';

describe('Continue', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
  });
  after(() => machine.remove());

  it('a session by its items, with its folder and the time it began', async () => {
    const path = await machine.write(
      '.continue/sessions/s-1.json',
      JSON.stringify({
        sessionId: 's-1',
        title: 'Hello',
        workspaceDirectory: `file://${machine.root}`,
        history: [
          { message: { role: 'user', content: 'Hi' }, editorState: 'private', promptLogs: ['private'] },
          {
            message: { role: 'assistant', content: 'Ho' },
            toolCallStates: [
              {
                toolCallId: 'c',
                status: 'calling',
                toolCall: { function: { name: 'Read', arguments: '{}' } },
              },
            ],
          },
        ],
        usage: { totalCost: 0.5, promptTokens: 1, completionTokens: 1 },
      }),
    );
    await machine.write(
      '.continue/sessions/sessions.json',
      '[{"sessionId":"s-1","dateCreated":"1780304400000"}]',
    );
    const agent = agentOf('continue');
    const sources = (await agent?.find(machine.where)) ?? [];
    assert.deepEqual(
      sources.map((source) => [source.externalId, source.path, source.cwd]),
      [['s-1', path, machine.root]],
    );
    const rows = (await agent?.rows?.(sources[0] as NonNullable<(typeof sources)[0]>)) ?? [];
    assert.doesNotMatch(JSON.stringify(rows), /private/);
    assert.deepEqual(
      rows.map((row) => [row.id, row.unsettled ?? false]),
      [
        ['session', false],
        ['#0', false],
        ['#1', true],
        ['usage', true],
      ],
    );
    assert.equal(agent?.facts(rows[0]?.record).at, 1_780_304_400_000);
    const session = (await readSessions('continue', machine)).get('s-1');
    assert.deepEqual(session?.told, ['prompt Hi']);
  });
});
