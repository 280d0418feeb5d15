import { readdirSync, readFileSync } from 'node:fs';

/** What Linux knows of a process; elsewhere the columns stay empty. */

/** Milliseconds spent on a CPU since the start. */
export interface CpuTime {
  process: number;
  main: number;
}

/** `getconf CLK_TCK`, the same on every Linux that Node runs on. */
const millisecondsPerTick = 10;

function ticks(path: string): number {
  const stat = readFileSync(path, 'utf8');
  // The name in parentheses may hold anything; what counts comes after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick;
}

export function cpuTime(pid: number): CpuTime | undefined {
  try {
    return { process: ticks(`/proc/${pid}/stat`), main: ticks(`/proc/${pid}/task/${pid}/stat`) };
  } catch {
    return undefined;
  }
}

/** Milliseconds that all threads of these processes have spent on a CPU, to the nanosecond; 0 where it is not known. */
export function busyMilliseconds(pids: readonly number[]): number {
  let nanoseconds = 0;
  for (const pid of pids) {
    try {
      const tasks = `/proc/${pid}/task`;
      for (const task of readdirSync(tasks))
        nanoseconds += Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // It has ended, or this is no Linux.
    }
  }
  return nanoseconds / 1e6;
}

/** Resident memory in megabytes. */
export function residentMegabytes(pid: number): number | undefined {
  try {
    const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return found ? Number(found[1]) / 1024 : undefined;
  } catch {
    return undefined;
  }
}

/** Passes over those that have ended: a database ends the processes it needs no longer. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
