import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { readSessions } from '../../testing/read-session.ts';
import { agentOf } from '../registry.ts';

const samples = fileURLToPath(
  new URL('../../../../../../shared/transcripts-more/roo-code/', import.meta.url),
);
const storage = '.config/VSCodium/User/globalStorage/rooveterinaryinc.roo-cline/tasks';

describe('Roo Code', () => {
  let machine: Machine;
  before(async () => {
    machine = await createMachine();
  });
  after(() => machine.remove());

  const request = (text: string) => JSON.stringify({ request: text, tokensIn: 1, tokensOut: 2, cost: 0.1 });

  it('a task with its history; messages of the same time keep apart, and what was read is not sent', async () => {
    const messages = [
      { ts: 1_780_304_400_000, type: 'say', say: 'text', text: 'Look' },
      { ts: 1_780_304_401_000, type: 'say', say: 'api_req_started', text: request('<task>\nLook\n</task>') },
      { ts: 1_780_304_402_000, type: 'ask', ask: 'tool', text: '{"tool":"readFile","path":".env"}' },
      { ts: 1_780_304_402_000, type: 'ask', ask: 'tool', text: '{"tool":"readFile","path":"b"}' },
      {
        ts: 1_780_304_403_000,
        type: 'say',
        say: 'api_req_started',
        text: request("[read_file for '.env'] Result:\n\nPASSWORD of the house"),
      },
    ];
    await machine.write(`${storage}/t1/ui_messages.json`, JSON.stringify(messages));
    await machine.write(
      `${storage}/t1/history_item.json`,
      JSON.stringify({ id: 't1', task: 'Look', workspace: machine.root, tokensIn: 9, status: 'active' }),
    );
    const agent = agentOf('roo-code');
    const [source] = (await agent?.find(machine.where)) ?? [];
    assert.ok(source);
    const rows = (await agent?.rows?.(source)) ?? [];
    assert.equal(new Set(rows.map((row) => row.id)).size, rows.length);
    assert.doesNotMatch(JSON.stringify(rows), /PASSWORD|<task>/);
    const { told, reader, cwd } = (await readSessions('roo-code', machine)).get('t1') ?? {};
    assert.deepEqual(told, ['prompt Look', 'tool readFile: .env = interrupted', 'tool readFile: b = ok']);
    assert.deepEqual([cwd, reader?.summary().usage.requests], [machine.root, 2]);
  });

  it('without a history the folder stands in the first request', async () => {
    const environment = `<environment_details>\n# Current Workspace Directory (${machine.root}) Files\n`;
    await machine.write(
      `${storage}/t2/ui_messages.json`,
      JSON.stringify([
        { ts: 1_780_304_400_000, type: 'say', say: 'text', text: 'Look' },
        { ts: 1_780_304_401_000, type: 'say', say: 'api_req_started', text: request(environment) },
      ]),
    );
    assert.equal((await readSessions('roo-code', machine)).get('t2')?.cwd, machine.root);
  });

  it('real tasks: nothing throws, nothing is unknown, nothing runs', async (t) => {
    if (!existsSync(samples))
      return t.skip('no ../shared/transcripts-more here: see the tasks above instead');
    for (const name of ['jsboige__bc93a6f7__ui_messages.json', 'jsboige__e73ea764__ui_messages.head.json']) {
      const folder = join(machine.root, storage, name);
      await mkdir(folder, { recursive: true });
      await copyFile(join(samples, name), join(folder, 'ui_messages.json'));
      const { reader } = (await readSessions('roo-code', machine)).get(name) ?? {};
      assert.ok(reader);
      const { counts, usage } = reader.summary();
      assert.deepEqual([reader.accounting().faults, counts.unknown], [0, 0], name);
      assert.ok(counts.prompt > 0 && usage.requests > 2, name);
      assert.ok(!reader.entries.some((entry) => 'outcome' in entry && entry.outcome === 'running'), name);
    }
  });
});
