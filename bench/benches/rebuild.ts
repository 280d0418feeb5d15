import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtServer } from '../../packages/server/bundle-entries.ts';
import { ProjectionClient } from '../../packages/server/src/store/connection/projection-client.ts';
import { amount, type Bench, type Setting } from '../bench.ts';
import { realBodies } from '../body.ts';
import { figure, median } from '../statistic.ts';
import { type Subject, startSubject } from '../subject.ts';

/**
 * Everything that is derived, derived anew by two processes against one. Each is held to a part of a core, so that the
 * machine and the database have cores to spare also where there are only two.
 */

const share = 0.3;
const turn = 40;

/** Runs for its share of each turn and halts for the rest. */
function hold(child: ChildProcess): () => void {
  let timer: NodeJS.Timeout;
  const go = () => {
    child.kill('SIGCONT');
    timer = setTimeout(halt, turn * share);
  };
  const halt = () => {
    child.kill('SIGSTOP');
    timer = setTimeout(go, turn * (1 - share));
  };
  go();
  return () => {
    clearTimeout(timer);
    child.kill('SIGCONT');
  };
}

async function fill(subject: Subject, setting: Setting): Promise<void> {
  const bodies = realBodies();
  const sessions = await subject.openSessions(amount(setting, { full: 400, usual: 200, quick: 10 }));
  for (const [at, sessionId] of sessions.entries()) {
    for (let n = 0; n < 4; n++) {
      const { events } = bodies[(at * 4 + n) % bodies.length] as (typeof bodies)[number];
      await subject.machine.appendEvents({ sessionId, events });
    }
  }
}

async function stopServer({ pid }: Subject): Promise<void> {
  process.kill(pid, 'SIGTERM');
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(100);
  }
}

/** Milliseconds from a tenth of the sessions to nine tenths: what it takes to start is not counted. */
async function timeOf(processes: number, env: NodeJS.ProcessEnv, client: ProjectionClient): Promise<number> {
  const rebuild = (...words: string[]) =>
    spawn(process.execPath, [builtServer, 'rebuild', ...words], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const left = async () => {
    const { rows } = await client.query('select count(*) as n from projection.work');
    return Number(rows[0].n);
  };
  const first = rebuild('anew');
  const ended = [once(first, 'exit')];
  let total = 0;
  while (total === 0) {
    await sleep(20);
    total = await left();
    if (first.exitCode !== null) throw new Error('The rebuild ended before it began.');
  }
  const children = [first];
  for (let n = 1; n < processes; n++) {
    const other = rebuild();
    ended.push(once(other, 'exit'));
    children.push(other);
  }
  const releases = children.map(hold);
  try {
    const reached = async (part: number) => {
      while ((await left()) > total * (1 - part)) await sleep(20);
      return performance.now();
    };
    const begun = await reached(0.2);
    return (await reached(0.9)) - begun;
  } finally {
    for (const release of releases) release();
    await Promise.all(ended);
  }
}

export const rebuild: Bench = {
  name: 'rebuild',
  summary: 'everything derived anew by two processes against one, PostgreSQL',
  async run(setting) {
    const subject = await startSubject('postgres');
    const { config, folder } = subject.database;
    if (config.engine !== 'postgres') throw new Error('This is for PostgreSQL.');
    const client = new ProjectionClient({ connectionString: config.url });
    try {
      await fill(subject, setting);
      await stopServer(subject);
      await client.connect();
      const env = {
        PATH: process.env.PATH,
        DATA_DIR: folder,
        DATABASE_URL: config.url,
        REBUILD_THREADS: '1',
      };
      const times: [one: number, two: number][] = [];
      for (let round = 0; round < setting.rounds; round++)
        times.push([await timeOf(1, env, client), await timeOf(2, env, client)]);
      const [one, two] = [0, 1].map((at) => median(times.map((pair) => pair[at] as number)) / 1000);
      return {
        rows: [
          {
            id: 'rebuild-two-servers',
            bench: 'rebuild',
            title: 'everything derived anew: two processes ÷ one, PostgreSQL',
            floor: 'one process',
            goal: { atLeast: 1.7 },
            ...figure(times.map(([alone, together]) => alone / together)),
            note: `${one?.toFixed(1)} s by one, ${two?.toFixed(1)} s by two, for seven tenths of the sessions; one thread each, held to ${share * 100} % of a core`,
          },
        ],
      };
    } finally {
      await client.end();
      await subject.stop();
    }
  },
};
