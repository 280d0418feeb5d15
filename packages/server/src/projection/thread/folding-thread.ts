import { Worker } from 'node:worker_threads';
import type { Deadly } from '../folding.ts';
import type { Progress } from '../model/tables.ts';
import type { SetAsideCause } from '../port.ts';
import type { Waiting } from '../waiting.ts';
import { Watchdog } from './watchdog.ts';

/** From the thread. */
export type Report =
  /** Several times a second, whatever it does; the number is the system's for the thread. */
  | { kind: 'alive'; threadId?: number }
  | { kind: 'begin'; sessionId: string }
  | { kind: 'folded'; organizationId: string; sessionId: string }
  | { kind: 'setAside'; organizationId: string; sessionId: string; cause: SetAsideCause; reason: string }
  | ({ kind: 'progress' } & Progress)
  | { kind: 'removed'; what: string }
  | { kind: 'otherVersions'; areThere: boolean }
  | { kind: 'fault'; fault: string; sessionId?: string };

/** To the thread. */
export type Order = { rung: Waiting[]; isBusy: boolean } | 'stop';

/** What the thread is started with, besides what its wiring needs. */
export interface ThreadStart<Wiring> {
  wiring: Wiring;
  deadly: Deadly[];
  /** It only takes its part of what has to be folded anew. */
  onlyWork: boolean;
}

export interface FoldingThreadOptions<Wiring> {
  thread: URL;
  wiring: Wiring;
  onlyWork: boolean;
  /** Sessions that took a thread down, of all threads. */
  deadly: Map<string, Deadly>;
  /** Processor time, in milliseconds, that one step of one session may take. */
  patience: number;
  onReport(report: Report): void;
  onFault(fault: unknown, sessionId?: string): void;
}

const longestPause = 60_000;

/** A thread that folds; whenever it ends, another is started in its place. */
export class FoldingThread<Wiring> {
  readonly #options: FoldingThreadOptions<Wiring>;
  #worker: Worker | undefined;
  #watchdog: Watchdog | undefined;
  #restart: NodeJS.Timeout | undefined;
  #current: string | undefined;
  #pause = 1000;
  #stopped = false;

  constructor(options: FoldingThreadOptions<Wiring>) {
    this.#options = options;
    this.#start();
  }

  tell(order: Order): void {
    this.#worker?.postMessage(order);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#restart);
    this.#watchdog?.stop();
    const worker = this.#worker;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    // Without a word from it so far, the thread is still loading and has nothing in hand.
    if (this.#watchdog) worker.postMessage('stop' satisfies Order);
    else void worker.terminate();
    // A long step may be interrupted: nothing of it is saved then, and it is folded again.
    const impatience = setTimeout(() => void worker.terminate(), 5000);
    await ended;
    clearTimeout(impatience);
  }

  #start(): void {
    const { thread, wiring, deadly, onlyWork } = this.#options;
    const start: ThreadStart<Wiring> = { wiring, deadly: [...deadly.values()], onlyWork };
    const worker = new Worker(thread, {
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    });
    this.#worker = worker;
    this.#current = undefined;
    this.#watchdog = undefined;
    worker.on('message', (report: Report) => this.#hear(worker, report));
    worker.on('error', (error) => this.#options.onFault(error, this.#current));
    worker.on('exit', () => {
      this.#worker = undefined;
      this.#watchdog?.stop();
      if (this.#stopped) return;
      if (this.#current !== undefined) this.#blame(this.#current, 'crash', 'It took the thread down.');
      this.#restart = setTimeout(() => this.#start(), this.#pause).unref();
      this.#pause = Math.min(Math.max(500, this.#pause) * 2, longestPause);
    });
  }

  /** From the thread's first word on: what it does before is loading, and no session's fault. */
  #watch(worker: Worker): Watchdog {
    const { patience } = this.#options;
    const onStuck = () => {
      const reason = `It took more than ${patience / 1000} seconds of processor time.`;
      this.#options.onFault(`${reason} The thread was ended.`, this.#current);
      if (this.#current !== undefined) this.#blame(this.#current, 'slow', reason);
      // Nothing is wrong with the thread itself, so the next one need not wait.
      this.#pause = 0;
      void worker.terminate();
    };
    return new Watchdog({ patience, onStuck });
  }

  #blame(sessionId: string, cause: SetAsideCause, reason: string): void {
    const { deadly } = this.#options;
    if (!deadly.has(sessionId)) deadly.set(sessionId, { sessionId, cause, reason });
  }

  #hear(worker: Worker, report: Report): void {
    if (worker !== this.#worker) return;
    if (!this.#stopped) this.#watchdog ??= this.#watch(worker);
    this.#watchdog?.heard(report.kind === 'alive' ? report.threadId : undefined);
    if (report.kind === 'begin') this.#current = report.sessionId;
    else if (report.kind === 'fault') this.#options.onFault(report.fault, report.sessionId);
    else if (report.kind === 'folded') this.#pause = 1000;
    this.#options.onReport(report);
  }
}
