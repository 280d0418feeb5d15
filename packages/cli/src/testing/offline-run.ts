import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { startFakeServer } from './fake-server.ts';
import { claudeLines, createMachine } from './machine.ts';

export interface OfflineReport {
  megabytes: number;
  sessions: number;
  events: number;
  spooledMs: number;
  drainedMs: number;
  memoryMb: number;
}

const digest = (values: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex');

/**
 * Days without a server, a reboot in between, then a server that fails half of the time: everything arrives,
 * in order, once.
 */
export async function offlineRun(megabytes: number, sessions: number): Promise<OfflineReport> {
  const server = await startFakeServer({ rate: 0 });
  const machine = await createMachine({ delay: () => 5 });
  try {
    const perSession = Math.ceil((megabytes * 1e6) / sessions / 900);
    const expected = new Map<string, string>();
    let events = 0;
    for (let n = 0; n < sessions; n++) {
      const lines = claudeLines(`off-${n}`, perSession).map((line) =>
        line.replace('"message ', `"${'filler '.repeat(80)}message `),
      );
      await machine.write(`.claude/projects/-p/off-${n}.jsonl`, lines.join(''));
      expected.set(`off-${n}`, digest(lines.map((line) => JSON.parse(line))));
      events += lines.length;
    }
    await (await machine.recorder(server.url)).close();
    server.faults.always = { status: 503, code: 'service_unavailable' };
    const started = Date.now();
    let recorder = await machine.recorder(server.url);
    await recorder.scan();
    const spooledMs = Date.now() - started;
    await recorder.close();
    recorder = await machine.recorder(server.url);
    delete server.faults.always;
    server.faults.rate = 0.5;
    await recorder.uploader.drained();
    const drainedMs = Date.now() - started - spooledMs;
    const memoryMb = Math.round(process.memoryUsage().rss / 1e6);
    await recorder.maintain();
    assert.equal(recorder.spool.journal.pendingBytes(), 0);
    await recorder.close();
    for (const [session, whole] of expected) {
      assert.equal(digest(server.eventsOf(session).map((event) => event.payload)), whole, session);
    }
    return { megabytes, sessions, events, spooledMs, drainedMs, memoryMb };
  } finally {
    await server.close();
    await machine.remove();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [megabytes = '100', sessions = '1000'] = process.argv.slice(2);
  console.log(await offlineRun(Number(megabytes), Number(sessions)));
}
