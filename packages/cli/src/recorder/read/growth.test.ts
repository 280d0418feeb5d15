import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { claudeCode } from '../../agents/claude-code/claude-code.ts';
import { codex } from '../../agents/codex/codex.ts';
import { look } from '../../agents/walk.ts';
import { collectEvents } from '../../commands/session/collect.ts';
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts';
import { createMachine, type Machine } from '../../testing/machine.ts';
import { createRedaction } from './redact.ts';

const shared = fileURLToPath(new URL('../../../../../../shared/transcripts', import.meta.url));

/** Sizes a watcher saw, per recording; the file names pair them with the finished transcripts. */
function recordings(agent: string): { sizes: number[]; events: string; transcript: string }[] {
  const folder = join(shared, agent, 'growth-events');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => ({
    sizes: [],
    events: join(folder, name),
    transcript: join(shared, agent, name.replace(/events\.jsonl$/, 'transcript.jsonl')),
  }));
}

const seen = (line: string): number | undefined => {
  const entry = JSON.parse(line);
  return entry.file_size ?? entry.size ?? entry.data?.file_size;
};

describe('growth', () => {
  let server: FakeServer;
  let machine: Machine;
  before(async () => {
    server = await startFakeServer();
    machine = await createMachine();
  });
  after(async () => {
    await server.close();
    await machine.remove();
  });

  /** What the finished file would be sent as. */
  async function whole(agent: 'claude-code' | 'codex', content: Buffer): Promise<unknown[]> {
    const path = await machine.write('finished.jsonl', '');
    await writeFile(path, content);
    const file = await look(path);
    assert.ok(file);
    const sources = [{ agentId: agent, externalId: 'x', part: '', path, ...file }];
    const events = [];
    const found = { agent: agent === 'codex' ? codex : claudeCode, sources };
    for await (const { event } of collectEvents(found, createRedaction('key', {}))) events.push(event);
    return events;
  }

  async function grow(
    agent: 'claude-code' | 'codex',
    id: string,
    content: Buffer,
    sizes: number[],
  ): Promise<void> {
    const file =
      agent === 'codex'
        ? `.codex/sessions/2026/01/01/rollout-2026-01-01T00-00-00-${id}.jsonl`
        : `.claude/projects/-p/${id}.jsonl`;
    const path = await machine.write(file, '');
    let written = 0;
    let recorder = await machine.recorder(server.url);
    for (const [step, size] of [...sizes, content.length].entries()) {
      if (size <= written) continue;
      await appendFile(path, content.subarray(written, size));
      written = size;
      await recorder.scan({ agentIds: [agent] });
      if (step % 7 === 6) {
        await recorder.close();
        recorder = await machine.recorder(server.url);
      }
    }
    // A finished file without final newline ends like one whose writer is gone.
    machine.settings.idleMinutes = 0;
    await recorder.uploader.drained();
    await recorder.completeIdle();
    await recorder.uploader.drained();
    machine.settings.idleMinutes = 60;
    await recorder.close();
    assert.deepEqual(server.eventsOf(id), await whole(agent, content), id);
  }

  it('in random pieces gives the events of the finished file', async () => {
    const lines = Array.from(
      { length: 200 },
      (_, n) =>
        `${JSON.stringify({ type: n % 3 ? 'user' : 'assistant', n, text: '€ß\u{1F600}'.repeat(n % 50) })}\n`,
    );
    const content = Buffer.from(`${lines.join('')}{"type":"last"}`);
    const sizes = Array.from({ length: 40 }, () => Math.floor(Math.random() * content.length)).sort(
      (a, b) => a - b,
    );
    await grow('claude-code', 'pieces', content, sizes);
  });

  for (const agent of ['claude-code', 'codex'] as const) {
    const found = recordings(agent).filter(({ transcript }) => existsSync(transcript));
    it(`as recorded from ${agent} (${found.length} logs) gives the events of the finished file`, async (t) => {
      if (found.length === 0) return t.skip('no ../shared/transcripts here: only the random pieces above');
      let grown = 0;
      for (const [index, recording] of found.entries()) {
        const log = (await readFile(recording.events, 'utf8')).trim().split('\n');
        const sizes = log.map(seen).filter((size) => typeof size === 'number');
        if (sizes.length > 1) grown++;
        await grow(agent, `${agent}-${index}`, await readFile(recording.transcript), sizes);
      }
      assert.ok(grown > 0, 'no log with sizes');
    });
  }
});
