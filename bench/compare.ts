import { setTimeout as sleep } from 'node:timers/promises';
import type { Setting } from './bench.ts';
import { load } from './load/load.ts';
import type { Measured, Plan } from './load/plan.ts';
import { cpuTime, signalAll } from './process.ts';
import { median } from './statistic.ts';

export interface ServerProcess {
  name: string;
  url: string;
  pid: number;
  /** Other processes that work for it, as those of its database do. */
  helpers?(): number[];
  stop(): Promise<void>;
}

export interface Contender {
  server: ServerProcess;
  plan: Plan;
  /** Where an answer is a promise: how to wait until it is kept. */
  arrival?: Arrival;
  /** Asked after each piece of warming up: whether it has come to how it is after some time of use. */
  isWarm?(): Promise<boolean>;
}

export interface Arrival {
  /** Resolves when what so many requests brought is where it belongs; that time counts too. */
  of(requests: number): Promise<void>;
  /** Resolves when nothing at all is under way any more; not counted. */
  rest(): Promise<void>;
}

export interface Sample extends Measured {
  /** Requests a second. */
  rate: number;
  /** Milliseconds of CPU a request. */
  cpuMain: number | undefined;
  cpuProcess: number | undefined;
}

const underWayMs = 100;
/** Warming up ends after so many pieces, whatever `isWarm` says. */
const maxWarmUps = 10;

/**
 * Measures all contenders in every round, in turn forwards and backwards. Whoever is not measured is halted, since a
 * server may still be deriving things from what it was sent and would take that time from the other.
 */
export async function compare<Names extends string>(
  contenders: Record<Names, Contender>,
  {
    warmUpSeconds = 2,
    ...setting
  }: Pick<Setting, 'rounds' | 'seconds' | 'connections'> & { warmUpSeconds?: number },
): Promise<Record<Names, Sample[]>> {
  const names = Object.keys(contenders) as Names[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]])) as Record<Names, Sample[]>;
  const servers = names.map((name) => contenders[name].server);
  const only = async (server: ServerProcess) => {
    // What the load left under way would be refused as too late when the process goes on.
    await sleep(underWayMs);
    const needed = new Set(processesOf(server));
    const others = servers.flatMap(processesOf).filter((pid) => !needed.has(pid));
    signalAll(others, 'SIGSTOP');
    goOn(server);
  };
  try {
    for (const name of names) {
      await only(contenders[name].server);
      await warmUp(contenders[name], setting, warmUpSeconds);
    }
    for (let round = 0; round < setting.rounds; round++) {
      for (const name of round % 2 ? names.toReversed() : names) {
        await only(contenders[name].server);
        samples[name].push(await measure(contenders[name], setting));
      }
    }
  } finally {
    servers.forEach(goOn);
  }
  return samples;
}

const processesOf = ({ pid, helpers }: ServerProcess): number[] => [pid, ...(helpers?.() ?? [])];

/** A server goes on after its helpers, which it asks. */
const goOn = (server: ServerProcess): void => signalAll(processesOf(server).toReversed(), 'SIGCONT');

async function warmUp(
  contender: Contender,
  setting: Pick<Setting, 'seconds' | 'connections'>,
  warmUpSeconds: number,
): Promise<void> {
  // Where a measurement is short, as with --quick, warming up is too.
  const isShort = setting.seconds * 5 < warmUpSeconds;
  const pressure = { ...setting, seconds: isShort ? setting.seconds * 5 : warmUpSeconds };
  for (let piece = 0; piece < maxWarmUps; piece++) {
    await measure(contender, pressure);
    if (isShort || !contender.isWarm || (await contender.isWarm())) return;
  }
}

export async function measure(
  { server, plan, arrival }: Contender,
  pressure: { connections: number; seconds: number },
): Promise<Sample> {
  const before = cpuTime(server.pid);
  const measured = await load(server.url, plan, pressure);
  const acknowledged = performance.now();
  await arrival?.of(measured.requests);
  const seconds = measured.seconds + (performance.now() - acknowledged) / 1000;
  const after = cpuTime(server.pid);
  await arrival?.rest();
  if (measured.requests === 0) throw new Error(`${server.name} answered no request with success.`);
  const each = (used: 'main' | 'process') =>
    before && after ? (after[used] - before[used]) / measured.requests : undefined;
  return {
    ...measured,
    seconds,
    rate: measured.requests / seconds,
    cpuMain: each('main'),
    cpuProcess: each('process'),
  };
}

/** Round by round: what `subject` reached of what `floor` did. */
export const ratios = (subject: Sample[], floor: Sample[], of = (sample: Sample) => sample.rate): number[] =>
  subject.map((sample, round) => of(sample) / of(floor[round] as Sample));

/** The floor's CPU time per request in the subject's: 1 means that the main thread does no more than the floor's. */
export function cpuRatio(subject: Sample[], floor: Sample[]): number | undefined {
  const ratio = median(subject.map((sample, round) => (floor[round]?.cpuMain ?? 0) / (sample.cpuMain ?? 0)));
  return Number.isFinite(ratio) ? ratio : undefined;
}

export function describe(samples: Sample[], perRequest = 1): string {
  const of = (read: (sample: Sample) => number) => median(samples.map(read));
  const rate = Math.round(of(({ rate }) => rate) * perRequest).toLocaleString('en-US');
  const [p50, p99] = [of(({ latency }) => latency[50]), of(({ latency }) => latency[99])];
  const failures = samples.reduce((sum, sample) => sum + sample.failures, 0);
  const failed = failures > 0 ? `, ${failures} FAILED` : '';
  return `${rate}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${failed}`;
}

export function describeCpu(samples: Sample[]): string {
  const main = median(samples.map(({ cpuMain }) => cpuMain ?? Number.NaN));
  const all = median(samples.map(({ cpuProcess }) => cpuProcess ?? Number.NaN));
  return Number.isNaN(main) ? '' : `CPU ${main.toFixed(3)} ms main, ${all.toFixed(3)} ms all`;
}
