import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { digest, type Faults, startFakeServer } from './fake-server.ts';
import { GrowingStores } from './growing-stores.ts';
import { claudeLines, createMachine } from './machine.ts';

export interface OfflineReport {
  megabytes: number;
  sessions: number;
  events: number;
  ofOtherAgents: number;
  spooledMs: number;
  drainedMs: number;
  /** Of the recorder alone, at its largest. */
  memoryMb: number;
}

const self = fileURLToPath(import.meta.url);
const hours = 72;
const reboots = 6;

/**
 * Three days without a server, an hour at a time: sessions of all agents grow, the machine reboots now and then. Then a
 * server that fails half of the time. Everything arrives, in order, once.
 */
export async function offlineRun(megabytes: number, sessions: number): Promise<OfflineReport> {
  const server = await startServer();
  const machine = await createMachine({ delay: () => 5 });
  const memory = watchMemory();
  /** Lines per file so far. */
  const written = new Map<string, number>();
  let turn = 0;
  const others = new GrowingStores(machine.root, () => (turn++ * 0.618) % 1);
  await machine.write('.claude/projects/-p/off-0.jsonl', '');
  let recorder = await machine.recorder(server.url);
  const restart = async () => {
    await recorder.close();
    recorder = await machine.recorder(server.url);
  };
  try {
    /** Records of other agents in each hour. */
    const othersPerHour = Math.min(12, Math.ceil(sessions / 30));
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
      for (let n = 0; n < othersPerHour; n++) await others.grow();
      await recorder.scan();
      if (hour % (hours / reboots) === 0) await restart();
    }
    const spooledMs = Date.now() - started;
    await restart();
    await server.fail({ rate: 0.5 });
    // What the spool had no room for is read when there is some, and some stores only once they have rested.
    const drain = async () => {
      for (let left = 1; left > 0; left = recorder.uploader.pending()) {
        await recorder.uploader.drained();
        await recorder.maintain();
        await recorder.scan();
      }
    };
    await drain();
    for (let waited = 0; waited < 60; waited++) {
      if (others.missing(await server.ofOtherAgents()).length === 0) break;
      await sleep(500);
      await recorder.scan();
      await drain();
    }
    const drainedMs = Date.now() - started - spooledMs;
    assert.equal(recorder.spool.journal.pendingBytes(), 0);
    await recorder.close();
    const memoryMb = memory.stop();
    const received = await server.digests();
    others.check(await server.ofOtherAgents(), 'offline');
    let events = 0;
    for (let n = 0; n < sessions; n++) {
      const count = written.get(`.claude/projects/-p/off-${n}.jsonl`) ?? 0;
      const whole = digest(linesOf(n, count, 0).map((line) => digest(JSON.parse(line))));
      if (count > 0) assert.equal(received[`off-${n}`], whole, `off-${n}`);
      events += count;
    }
    return { megabytes, sessions, events, ofOtherAgents: others.count, spooledMs, drainedMs, memoryMb };
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

type Question = { faults: Faults } | 'digests' | 'others';

/**
 * In a process of its own, so that its memory is not taken for the recorder's. Of the long sessions it keeps digests,
 * of the others, which have few records, the records.
 */
async function serve(): Promise<void> {
  const isLong = (session: string) => session.startsWith('off-');
  const server = await startFakeServer({ rate: 0 }, (payload, session) =>
    isLong(session) ? digest(payload) : payload,
  );
  process.on('message', (question: Question) => {
    if (typeof question === 'object') {
      server.faults = question.faults;
      process.send?.('done');
      return;
    }
    const payloads = new Map<string, unknown[]>();
    for (const { body, events } of server.sessions.values()) {
      const session = String(body.externalId);
      payloads.set(session, [...(payloads.get(session) ?? []), ...events.map(({ payload }) => payload)]);
    }
    const long = [...payloads].filter(([session]) => isLong(session));
    const others = [...payloads].filter(([session]) => !isLong(session));
    if (question === 'others') process.send?.(others.flatMap(([, list]) => list));
    else process.send?.(Object.fromEntries(long.map(([session, list]) => [session, digest(list)])));
  });
  process.send?.(server.url);
}

async function startServer() {
  // Without the options of this process, which may be one that runs tests.
  const child: ChildProcess = fork(self, ['serve'], { execArgv: [] });
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
    async ofOtherAgents(): Promise<unknown[]> {
      child.send('others' satisfies Question);
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
