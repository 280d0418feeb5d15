import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { readSessions } from '../../testing/read-session.ts';
import { agentOf } from '../registry.ts';

describe('Amp', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
  });
  after(() => machine.remove());

  const thread = {
    v: 9,
    id: 'T-1',
    created: 1_780_304_400_000,
    title: 'Hello',
    nextMessageId: 2,
    env: {
      initial: {
        trees: [{ uri: 'file:///repo%', repository: { ref: 'refs/heads/side', url: 'u' } }],
        platform: {
          os: 'linux',
          clientVersion: '1',
          installationID: 'secret-a',
          deviceFingerprint: 'secret-b',
        },
      },
    },
    meta: { traces: [{ name: 'secret-c' }] },
    '~debug': { lastInferenceUsage: 'secret-d' },
    messages: [
      {
        role: 'user',
        messageId: 0,
        content: [{ type: 'text', text: 'Hi' }],
        userState: { currentlyVisibleFiles: ['secret-e'] },
      },
      {
        role: 'assistant',
        messageId: 1,
        content: [{ type: 'text', text: 'Hel' }],
        state: { type: 'streaming' },
      },
    ],
  };

  it('sends the conversation with its branch, and nothing that names the machine', async () => {
    await machine.write('.local/share/amp/threads/T-1.json', JSON.stringify(thread));
    const agent = agentOf('amp');
    const [source] = (await agent?.find(machine.where)) ?? [];
    assert.ok(source);
    const rows = (await agent?.rows?.(source)) ?? [];
    assert.doesNotMatch(JSON.stringify(rows), /secret-/);
    assert.deepEqual(
      rows.map((row) => [row.id, row.unsettled ?? false]),
      [
        ['head', false],
        ['m0', false],
        ['m1', true],
      ],
    );
    assert.deepEqual(agent?.facts(rows[0]?.record), {
      cwd: '/repo%',
      gitBranch: 'side',
      version: '1',
      at: 1_780_304_400_000,
    });
  });

  it('takes a reply that nobody writes to any more as it is', async () => {
    const agent = agentOf('amp');
    const [source] = (await agent?.find(machine.where)) ?? [];
    assert.ok(source);
    const rows = (await agent?.rows?.({ ...source, modifiedAt: Date.now() - 60_000 })) ?? [];
    assert.ok(rows.every((row) => !row.unsettled));
    await machine.write(
      '.local/share/amp/threads/T-1.json',
      JSON.stringify({
        ...thread,
        messages: thread.messages.map((one) => ({ ...one, state: { type: 'complete' } })),
      }),
    );
    assert.deepEqual((await readSessions('amp', machine)).get('T-1')?.told, ['prompt Hi', 'reply Hel']);
  });
});
