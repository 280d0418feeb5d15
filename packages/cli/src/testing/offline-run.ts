import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { digest, type Faults, startFakeServer } from './fake-server.ts';
import { claudeLines, createMachine } from './machine.ts';

export interface OfflineReport {
  megabytes: number;
  sessions: number;
  events: number;
  spooledMs: number;
  drainedMs: number;
  /** Of the recorder alone, at its largest. */
  memoryMb: number;
}

const self = fileURLToPath(import.meta.url);
const hours = 72;
const reboots = 6;

/**
 * Three days without a server, an hour at a time: sessions grow, the machine reboots now and then. Then a server that
 * fails half of the time. Everything arrives, in order, once.
 */
export async function offlineRun(megabytes: number, sessions: number): Promise<OfflineReport> {
  const server = await startServer();
  const machine = await createMachine({ delay: () => 5 });
  const memory = watchMemory();
  /** Lines per file so far. */
  const written = new Map<string, number>();
  await machine.write('.claude/projects/-p/off-0.jsonl', '');
  let recorder = await machine.recorder(server.url);
  const restart = async () => {
    await recorder.close();
    recorder = await machine.recorder(server.url);
  };
  try {
    const perSession = Math.ceil((megabytes * 1e6) / sessions / 900);
    const linesOf = (n: number, count: number, from: number) =>
      claudeLines(`off-${n}`, count, from).map((line) =>
        line.replace('"message ', `"${'filler '.repeat(80)}message `),
      );
    await server.fail({ rate: 0, always: { status: 503, code: 'service_unavailable' } });
    const started = Date.now();
    for (let hour = 0; hour < hours; hour++) {
      for (let n = hour; n < sessions + hour; n += hours / 3) {
        // A session lasts three hours, a third of it written in each.
        const session = n % sessions;
        const file = `.claude/projects/-p/off-${session}.jsonl`;
        const from = written.get(file) ?? 0;
        const count = Math.min(Math.ceil(perSession / 3), perSession - from);
        if (count <= 0) continue;
        written.set(file, from + count);
        await machine.append(file, linesOf(session, count, from).join(''));
      }
      await recorder.scan();
      if (hour % (hours / reboots) === 0) await restart();
    }
    const spooledMs = Date.now() - started;
    await restart();
    await server.fail({ rate: 0.5 });
    // What the spool had no room for is read when there is some.
    for (let left = 1; left > 0; left = recorder.uploader.pending()) {
      await recorder.uploader.drained();
      await recorder.maintain();
      await recorder.scan();
    }
    const drainedMs = Date.now() - started - spooledMs;
    assert.equal(recorder.spool.journal.pendingBytes(), 0);
    await recorder.close();
    const memoryMb = memory.stop();
    const received = await server.digests();
    let events = 0;
    for (let n = 0; n < sessions; n++) {
      const count = written.get(`.claude/projects/-p/off-${n}.jsonl`) ?? 0;
      const whole = digest(linesOf(n, count, 0).map((line) => digest(JSON.parse(line))));
      if (count > 0) assert.equal(received[`off-${n}`], whole, `off-${n}`);
      events += count;
    }
    return { megabytes, sessions, events, spooledMs, drainedMs, memoryMb };
  } finally {
    memory.stop();
    server.stop();
    await machine.remove();
  }
}

function watchMemory() {
  let most = 0;
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 50);
  return {
    stop(): number {
      look();
      clearInterval(timer);
      return Math.round(most / 1e6);
    },
  };
}

type Question = { faults: Faults } | 'digests';

/** In a process of its own, so that its memory is not taken for the recorder's; it keeps digests only. */
async function serve(): Promise<void> {
  const server = await startFakeServer({ rate: 0 }, digest);
  process.on('message', (question: Question) => {
    if (question !== 'digests') {
      server.faults = question.faults;
      process.send?.('done');
      return;
    }
    const payloads = new Map<string, unknown[]>();
    for (const { body, events } of server.sessions.values()) {
      const session = String(body.externalId);
      payloads.set(session, [...(payloads.get(session) ?? []), ...events.map(({ payload }) => payload)]);
    }
    process.send?.(Object.fromEntries([...payloads].map(([session, list]) => [session, digest(list)])));
  });
  process.send?.(server.url);
}

async function startServer() {
  const child: ChildProcess = fork(self, ['serve']);
  const answer = <Value>() => new Promise<Value>((resolve) => child.once('message', resolve as never));
  const url = await answer<string>();
  return {
    url,
    async fail(faults: Faults): Promise<void> {
      child.send({ faults } satisfies Question);
      await answer();
    },
    async digests(): Promise<Record<string, string>> {
      child.send('digests' satisfies Question);
      return answer();
    },
    stop: () => void child.kill(),
  };
}

if (process.argv[1] === self) {
  const [megabytes = '100', sessions = '1000'] = process.argv.slice(2);
  if (megabytes === 'serve') await serve();
  else console.log(await offlineRun(Number(megabytes), Number(sessions)));
}
