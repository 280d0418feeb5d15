import { amount, type Setting } from './bench.ts';
import { busyMilliseconds } from './process.ts';
import { mean, median } from './statistic.ts';
import type { Subject } from './subject.ts';

/**
 * The same request to two servers in turns, so that what else the machine does falls on both. By the clock, and by what
 * the server and its database spent on a CPU, which other programs hardly change.
 */

/** Whom a request comes from: whoever owns the organization, unless somebody else's token is given. */
export type Asked = Pick<Subject, 'url' | 'token' | 'pid' | 'helpers'>;

interface Answered {
  took: number;
  cpu: number;
  bytes: number;
}

async function answered({ url, token }: Asked, path: string, pids: readonly number[]): Promise<Answered> {
  const busy = busyMilliseconds(pids);
  const begun = performance.now();
  const response = await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } });
  const { byteLength } = await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
  const took = performance.now() - begun;
  return { took, cpu: busyMilliseconds(pids) - busy, bytes: byteLength };
}

export interface Measured {
  path: string;
  /** Of the second over the first: the median of a round, by the clock. */
  rounds: number[];
  /** Milliseconds. */
  first: number;
  second: number;
  /** Milliseconds on a CPU. */
  cpu: [first: number, second: number];
  /** Answers of unequal size compare what they hold, not how it was found. */
  bytes: [first: number, second: number];
}

export interface Requests<Side> {
  path: string;
  paths?: readonly string[];
  /** What a path is called on one side. */
  of?: (path: string, side: Side) => string;
}

/** Several paths are asked for one after the other; the first round warms up. */
export async function measureInTurns<Side extends Asked>(
  sides: readonly [Side, Side],
  { path, paths = [path], of = (one) => one }: Requests<Side>,
  setting: Setting,
): Promise<Measured> {
  const requests = Math.max(paths.length, amount(setting, { full: 20, usual: 12, quick: 2 }));
  const rounds: [first: number, second: number][] = [];
  const answers: [Answered[], Answered[]] = [[], []];
  for (let round = 0; round <= setting.rounds; round++) {
    const times: [number[], number[]] = [[], []];
    const pids = sides.map(({ pid, helpers }) => [pid, ...(helpers?.() ?? [])]);
    for (let at = 0; at < requests; at++)
      for (const which of [0, 1] as const) {
        const side = sides[which];
        const one = await answered(side, of(paths[at % paths.length] as string, side), pids[which] ?? []);
        times[which].push(one.took);
        if (round > 0) answers[which].push(one);
      }
    if (round > 0) rounds.push([median(times[0]), median(times[1])]);
  }
  const both = <Value>(of: (all: readonly Answered[]) => Value): [Value, Value] => [
    of(answers[0]),
    of(answers[1]),
  ];
  const [first, second] = both((all) => median(all.map(({ took }) => took)));
  return {
    ...{ path, first, second },
    rounds: rounds.map(([a, b]) => b / a),
    // The median: now and then the server does something else meanwhile.
    cpu: both((all) => median(all.map(({ cpu }) => cpu))),
    bytes: both((all) => mean(all.map(({ bytes }) => bytes))),
  };
}

export const cpuRatioOf = ({ cpu: [first, second] }: Measured): number => second / first;

export const told = (measured: Measured): string => {
  const { rounds, first, second, cpu, bytes, path } = measured;
  const clock = `${median(rounds).toFixed(2)}  ${second.toFixed(1)} ms against ${first.toFixed(1)}`;
  const spent = `by CPU ${cpuRatioOf(measured).toFixed(2)} (${cpu[1].toFixed(1)} ms)`;
  return `${clock}, ${spent}, ${(bytes[1] / bytes[0]).toFixed(2)} of the bytes  ${path}`;
};

/** Of several requests, the one that has grown most: by CPU, since by the clock it is the one that met somebody else. */
export const worstOf = (measured: readonly Measured[]): Measured =>
  measured.toSorted((a, b) => cpuRatioOf(b) - cpuRatioOf(a))[0] as Measured;
