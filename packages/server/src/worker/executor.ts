import { availableParallelism } from 'node:os';
import { DebriefError } from '@debrief/contract/error';
import type { Caller } from '../domain/actor.ts';
import { type TurnLimits, Turns } from './turns.ts';
import { WorkerCall } from './worker-call.ts';

export interface ExecutorOptions {
  thread: URL;
  workerData?: unknown;
  /** How many tasks run at a time. */
  threads?: number;
  /** What the values of one task may take. */
  megabytes?: number;
  limits?: TurnLimits;
  /** Milliseconds a task waits for its turn at most. */
  patience?: number;
  /** Milliseconds a task may take by the clock. Then it is the machine that is busy, and one is asked to try again. */
  byClock?: number;
}

/** What a task holds while it waits, what is handed over with it instead of copied, and how much it may work. */
export interface TaskLoad {
  bytes?: number;
  transfer?: ArrayBuffer | undefined;
  /** Of CPU: on a busy machine the same task takes longer, and is as legal. */
  milliseconds?: number;
}

export type Budget = 'time' | 'memory';

/** Told of what the executor does; for the metrics. */
export interface ExecutorObserver {
  waited(seconds: number): void;
  refused(): void;
  ended(budget: Budget): void;
}

interface Task {
  caller: Caller;
  question: unknown;
  bytes: number;
  transfer: ArrayBuffer | undefined;
  milliseconds: number;
  asked: number;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** The thread ended before it answered. */
class Lost extends Error {
  readonly isOutOfMemory: boolean;

  constructor(cause: unknown) {
    super('the thread ended', { cause });
    this.isOutOfMemory = (cause as NodeJS.ErrnoException)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
  }
}

/** A task that took more than it may was ended, and its thread with it. */
export class OverBudget extends DebriefError {
  readonly budget: Budget;

  constructor(budget: Budget, cause: unknown) {
    super('service_unavailable', 'This would take more time or memory than one request may have.', {
      cause,
      retryAfter: 10,
    });
    this.budget = budget;
  }
}

const pastShare = () =>
  new DebriefError(
    'rate_limited',
    'Your organization has many costly requests under way; try again shortly.',
    {
      retryAfter: 2,
    },
  );
const busy = (cause?: unknown) =>
  new DebriefError('service_unavailable', 'Too many costly requests at once; try again shortly.', {
    cause,
    retryAfter: 2,
  });

const mega = 1024 * 1024;
const defaultLimits: TurnLimits = {
  ofOnePerson: 32,
  ofOneOrganization: 64,
  bytes: 64 * mega,
  bytesOfAll: 128 * mega,
};
/** What a task may take where nothing else is said. */
const defaultMilliseconds = 10_000;
/** A minute: who waits longer has gone. */
const defaultByClock = 60_000;
const defaultPatience = 15_000;
const sweepEvery = 500;
const youngMegabytes = 32;

/** At least two, so that one organization never has all of them. */
const defaultThreads = () => Math.max(2, Math.min(4, availableParallelism() - 1));

/**
 * Everything whose cost somebody else chooses: large bodies, reports, differences, searches. It runs on a few threads,
 * one task at a time on each, within a budget of time and memory. Organizations take turns. One of them never has all
 * threads, so that another finds one free, or waits for its turn behind one task of each.
 */
export class Executor {
  readonly #options: Required<Omit<ExecutorOptions, 'workerData'>>;
  readonly #idle: WorkerCall<unknown, unknown>[];
  readonly #calls: readonly WorkerCall<unknown, unknown>[];
  readonly #turns: Turns<Task>;
  /** How many tasks of an organization run. */
  readonly #running = new Map<string, number>();
  #sweep: NodeJS.Timeout | undefined;
  #isStopped = false;
  observer: ExecutorObserver | undefined;

  constructor(options: ExecutorOptions) {
    const { workerData } = options;
    this.#options = {
      threads: defaultThreads(),
      megabytes: 320,
      limits: defaultLimits,
      patience: defaultPatience,
      byClock: defaultByClock,
      ...options,
    };
    const { thread, threads, megabytes, limits, byClock } = this.#options;
    this.#turns = new Turns(limits);
    this.#calls = Array.from(
      { length: threads },
      () =>
        new WorkerCall({
          thread,
          workerData,
          resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: youngMegabytes },
          max: {},
          full: () => busy(),
          lost: (cause) => new Lost(cause),
          deadline: { milliseconds: byClock, endsThread: true },
        }),
    );
    this.#idle = [...this.#calls];
  }

  get waiting(): number {
    return this.#turns.waiting;
  }

  get running(): number {
    return this.#calls.length - this.#idle.length;
  }

  /** Waits for a turn, and for the answer of the thread. Rejects with `OverBudget` when the task was ended. */
  run<Answer>(caller: Caller, question: unknown, load: TaskLoad = {}): Promise<Answer> {
    if (this.#isStopped) return Promise.reject(busy());
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const refusal = this.#turns.add({
      caller,
      question,
      bytes: load.bytes ?? 0,
      transfer: load.transfer,
      milliseconds: load.milliseconds ?? defaultMilliseconds,
      asked: performance.now(),
      resolve: resolve as Task['resolve'],
      reject,
    });
    if (refusal) {
      this.observer?.refused();
      reject(refusal === 'past its share' ? pastShare() : busy());
      return promise;
    }
    this.#serve();
    if (this.#turns.waiting > 0) this.#sweep ??= setInterval(() => this.#refuseLate(), sweepEvery).unref();
    return promise;
  }

  /** Ends the threads at once; what they have in hand, and what waits, is refused. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#sweep);
    for (const { reject } of this.#turns.takeOut(() => true)) reject(busy());
    await Promise.all(this.#calls.map((call) => call.stop()));
  }

  #serve(): void {
    const most = this.#calls.length - 1;
    const mayHave = (organizationId: string) => (this.#running.get(organizationId) ?? 0) < most;
    while (this.#idle.length > 0) {
      const task = this.#turns.next(mayHave);
      if (!task) return;
      // The one used last: threads that are not needed are never started.
      void this.#perform(task, this.#idle.pop() as WorkerCall<unknown, unknown>);
    }
  }

  async #perform(task: Task, call: WorkerCall<unknown, unknown>): Promise<void> {
    const { caller, question, transfer, milliseconds, asked, resolve, reject } = task;
    this.#count(caller.organizationId, 1);
    this.observer?.waited((performance.now() - asked) / 1000);
    // The time of a task begins when there is a thread to do it.
    await call.start();
    const watch = watched(call, milliseconds);
    try {
      resolve(await call.ask(question, { transfer }));
    } catch (error) {
      reject(error instanceof Lost ? this.#endedBy(error, watch.isOver) : error);
    } finally {
      watch.end();
      this.#count(caller.organizationId, -1);
      this.#idle.push(call);
      if (!this.#isStopped) this.#serve();
    }
  }

  #count(organizationId: string, by: 1 | -1): void {
    const tasks = (this.#running.get(organizationId) ?? 0) + by;
    if (tasks > 0) this.#running.set(organizationId, tasks);
    else this.#running.delete(organizationId);
  }

  #endedBy(lost: Lost, isOverTime: boolean): DebriefError {
    const budget = lost.isOutOfMemory ? 'memory' : isOverTime ? 'time' : undefined;
    if (!budget) return busy(lost);
    this.observer?.ended(budget);
    return new OverBudget(budget, lost);
  }

  /** Who waited behind others of the organization asks for more than its share. */
  #refuseLate(): void {
    const now = performance.now();
    const late = this.#turns.takeOut(({ asked }) => now - asked >= this.#options.patience);
    for (const { caller, reject } of late) {
      this.observer?.refused();
      reject(this.#running.has(caller.organizationId) ? pastShare() : busy());
    }
    if (this.#turns.waiting > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
  }
}

/** Ends the thread of a task that has had its CPU. */
export function watched(
  call: Pick<WorkerCall<unknown, unknown>, 'cpuTime' | 'endThread'>,
  milliseconds: number,
) {
  let hasEnded = false;
  const watch = {
    isOver: false,
    end() {
      hasEnded = true;
      clearInterval(timer);
    },
  };
  const before = call.cpuTime();
  const timer = setInterval(async () => {
    const [first, now] = [await before, await call.cpuTime()];
    // The thread may have answered meanwhile, and do another task.
    if (hasEnded || watch.isOver) return;
    if (first === undefined || now === undefined || now - first < milliseconds) return;
    watch.isOver = true;
    clearInterval(timer);
    await call.endThread();
  }, milliseconds / 20).unref();
  return watch;
}
