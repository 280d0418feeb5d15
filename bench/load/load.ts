import { randomBytes } from 'node:crypto';
import { findProgram } from '../../scripts/services.ts';
import { cannon } from './autocannon.ts';
import type { Measured, Plan, Pressure } from './plan.ts';
import { wrk } from './wrk.ts';

const wanted = process.env.BENCH_GENERATOR;
const program = wanted === 'autocannon' ? undefined : findProgram('wrk');
if (wanted === 'wrk' && !program) throw new Error('BENCH_GENERATOR is wrk, but there is none on PATH.');

export const generator = program ? 'wrk' : 'autocannon';

/** Sends the plan at a server for a while, from a process of its own. */
export function load(url: string, plan: Plan, { connections, seconds }: Pressure): Promise<Measured> {
  const run = { connections, seconds, prefix: `${randomBytes(9).toString('hex')}-` };
  return program ? wrk(program, url, plan, run) : cannon(url, plan, run);
}
