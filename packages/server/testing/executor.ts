import { Executor, type ExecutorOptions } from '../src/worker/executor.ts';

/** The executor with its real threads, for tests of bodies: they need no database. */
export const testExecutor = (options: Partial<ExecutorOptions> = {}): Executor =>
  new Executor({ thread: new URL('../src/executor-thread.ts', import.meta.url), ...options });
