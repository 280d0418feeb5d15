import assert from 'node:assert/strict';
import { errorsSeen, misshapen } from './answer.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import { clean, type Verdict, verify } from './verify.ts';
import type { Arrangement, World } from './world.ts';

export type Figures = Record<string, string | number>;

export interface FaultRun {
  arrangement: Arrangement;
  /** How often, in the fault's own unit. */
  count: number;
  random: Random;
}

/** One kind of trouble, what it must not do to the service, and how much of it to make. */
export interface Fault {
  name: string;
  /** The row of the plan it stands for. */
  promise: string;
  /** What `count` counts. */
  unit: string;
  arrangements: readonly Arrangement[];
  short: number;
  full: number;
  /** Returns what was measured; throws when the promise is broken. */
  run(run: FaultRun): Promise<Figures>;
}

/** The invariants after any trouble: all zeros, or the run fails with what was found. */
export async function settle(world: World, ledger: Ledger): Promise<Figures> {
  const problems: string[] = [];
  const verdict: Verdict = await verify(world.url, world.team, ledger, (problem) => problems.push(problem));
  assert.deepEqual(verdict, clean, problems.slice(0, 10).join('\n'));
  return {
    batches: ledger.acknowledged,
    events: ledger.events,
    retries: ledger.retries,
    ...verdict,
  };
}

/** R19, over every error answer this process has seen. */
export function shapes(): Figures {
  assert.deepEqual(misshapen, []);
  return { errors: [...errorsSeen.values()].reduce((sum, count) => sum + count, 0), misshapen: 0 };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
