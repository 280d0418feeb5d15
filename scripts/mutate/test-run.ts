import { spawn } from 'node:child_process';

export type Outcome = 'passed' | 'failed' | 'timed out';

/** Processes of test files that run now: a runner that is stopped takes them along. */
const running = new Set<number>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    for (const pid of running) killGroup(pid);
    process.exit(1);
  });
}

/** A change may make a test loop for ever, and what the test has started with it. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

export interface TestRun {
  folder: string;
  file: string;
  env: NodeJS.ProcessEnv;
  limitMs: number;
}

/** Runs one test file in a process of its own; none is left behind, however it ends. */
export function runTestFile({ folder, file, env, limitMs }: TestRun): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--test-force-exit', file], {
      cwd: folder,
      env,
      stdio: 'ignore',
      detached: true,
    });
    const { pid } = child;
    let isLate = false;
    // In steps: while this process is stopped the test may run on and end, and that time does not count.
    const stepMs = Math.min(1000, limitMs);
    let leftMs = limitMs;
    const timer = setInterval(() => {
      leftMs -= stepMs;
      if (leftMs > 0) return;
      isLate = true;
      if (pid !== undefined) killGroup(pid);
    }, stepMs);
    if (pid !== undefined) running.add(pid);
    const end = (): void => {
      clearInterval(timer);
      if (pid === undefined) return;
      killGroup(pid);
      running.delete(pid);
    };
    child.once('error', (error) => {
      end();
      reject(error);
    });
    child.once('exit', (code) => {
      end();
      resolve(isLate ? 'timed out' : code === 0 ? 'passed' : 'failed');
    });
  });
}
