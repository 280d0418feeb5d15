import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseShell } from '@debrief/shell';
import type { Run } from '../acts/act.ts';
import { runsOfCall } from '../runs/of-call.ts';

/** One output of a runner with the truth about it, as the index of a folder of outputs gives it. */
export interface RunnerOutput {
  file: string;
  command: string;
  exit: number;
  kind: 'test' | 'lint' | 'types' | 'build';
  outcome: 'passed' | 'failed' | 'not_run' | 'mixed';
  complete: boolean;
  passed?: number;
  failed?: number;
}

export type Read = 'passed' | 'failed' | 'not_run' | 'mixed' | 'unknown' | 'no run';

export function runnerOutputs(folder: string): RunnerOutput[] {
  return readFileSync(join(folder, 'index.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RunnerOutput);
}

/** The runs that a session would show for this call, by an agent that records exit codes. */
export function runsOfOutput(command: string, output: string, exitCode: number): Run[] {
  const { commands } = parseShell(command, { cwd: '/home/dev/app' });
  const call = { name: 'Bash', outcome: exitCode === 0 ? 'ok' : 'error', output, exitCode };
  return runsOfCall(call, commands, { sequence: 1 }, { root: '/home/dev/app', okIsZero: true }).filter(
    (act): act is Run => act.kind === 'run',
  );
}

/** What the runs of one kind come to. A re-run of the same command stands for the earlier one. */
export function readOf(runs: readonly Run[], kind: RunnerOutput['kind']): Read {
  const of = kind === 'test' ? 'tests' : kind;
  const last = new Map(runs.map((run) => [`${run.of} ${run.command}`, run]));
  const results = new Set([...last.values()].map(({ result }) => result));
  const own = [...last.values()].filter((run) => run.of === of).map(({ result }) => result);
  if (own.includes('failed') && !own.includes('passed')) return 'failed';
  if (results.has('passed') && results.has('failed')) return 'mixed';
  const [one] = own;
  if (one === undefined) return 'no run';
  if (own.includes('failed')) return 'failed';
  if (own.includes('unknown')) return 'unknown';
  return own.includes('not run') ? 'not_run' : 'passed';
}
