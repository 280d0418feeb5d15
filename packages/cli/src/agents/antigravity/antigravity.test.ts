import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { agentOf } from '../registry.ts';

describe('Antigravity', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
  });
  after(() => machine.remove());

  it('takes the full transcript where there is one, from the command line and from the editor, once', async () => {
    const logs = (root: string, id: string) => `.gemini/${root}/brain/${id}/.system_generated/logs`;
    await machine.write(`${logs('antigravity-cli', 'a')}/transcript.jsonl`, '{}\n');
    await machine.write(`${logs('antigravity-cli', 'a')}/transcript_full.jsonl`, '{}\n');
    await machine.write(`${logs('antigravity-cli', 'a')}/chunks/transcript_full/0.jsonl`, '{}\n');
    await machine.write(`${logs('antigravity', 'b')}/transcript.jsonl`, '{}\n');
    const sources = (await agentOf('antigravity')?.find(machine.where)) ?? [];
    assert.deepEqual(
      sources.map((source) => [source.externalId, source.part, source.path.split('/').at(-1)]),
      [
        ['a', '', 'transcript_full.jsonl'],
        ['b', '', 'transcript.jsonl'],
      ],
    );
    assert.deepEqual((await agentOf('gemini-cli')?.find(machine.where)) ?? [], []);
  });

  it('learns the folder from a command', () => {
    const record = { created_at: '2026-06-01T09:00:00Z', tool_calls: [{ args: { Cwd: '"/repo"' } }] };
    assert.deepEqual(agentOf('antigravity')?.facts(record), { cwd: '/repo', at: Date.UTC(2026, 5, 1, 9) });
  });
});
