import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import type { Bell } from '../domain/ports.ts';
import type { Change } from '../domain/session/bell.ts';

/** From the thread. */
export type Report =
  | { kind: 'begin'; sessionId: string }
  | { kind: 'folded'; organizationId: string; sessionId: string }
  | { kind: 'fault'; fault: string; sessionId?: string };

/** To the thread. */
export type Order = { rung: string[]; isBusy: boolean } | 'stop';

/** What the thread is started with, besides what its wiring needs. */
export interface ThreadStart<Wiring> {
  wiring: Wiring;
  /** Sessions that took an earlier thread down. */
  deadly: string[];
}

export interface ProjectorOptions<Wiring> {
  thread: URL;
  wiring: Wiring;
  bell: Bell;
  onFault(fault: unknown, sessionId?: string): void;
}

const sendEvery = 100;
const longestPause = 60_000;
/** Of the time, spent on requests: past this the thread has to hold back. */
const busyFrom = 0.5;

/**
 * Runs the folding in a thread of its own. It hears what this process appends; what other processes append is
 * theirs to fold, and whatever everybody missed is found by the thread's own looking around.
 */
export class Projector<Wiring> {
  readonly #options: ProjectorOptions<Wiring>;
  readonly #deadly = new Set<string>();
  readonly #stopListening: () => void;
  #worker: Worker | undefined;
  #rung = new Set<string>();
  #used = performance.eventLoopUtilization();
  #timer: NodeJS.Timeout | undefined;
  #restart: NodeJS.Timeout | undefined;
  #current: string | undefined;
  #pause = 1000;
  #stopped = false;

  constructor(options: ProjectorOptions<Wiring>) {
    this.#options = options;
    this.#stopListening = options.bell.listen((change, here) => {
      if (here && !change.derived) this.#note(change);
    });
    this.#start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopListening();
    clearTimeout(this.#timer);
    clearTimeout(this.#restart);
    const worker = this.#worker;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('stop' satisfies Order);
    // A long step may be interrupted: nothing of it is saved then, and it is folded again.
    const impatience = setTimeout(() => void worker.terminate(), 5000);
    await ended;
    clearTimeout(impatience);
  }

  #note({ sessionId }: Change): void {
    this.#rung.add(sessionId);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const used = performance.eventLoopUtilization();
      const isBusy = performance.eventLoopUtilization(used, this.#used).utilization > busyFrom;
      this.#used = used;
      this.#worker?.postMessage({ rung: [...this.#rung], isBusy } satisfies Order);
      this.#rung = new Set();
    }, sendEvery).unref();
  }

  #start(): void {
    const { thread, wiring } = this.#options;
    const start: ThreadStart<Wiring> = { wiring, deadly: [...this.#deadly] };
    const worker = new Worker(thread, {
      workerData: start,
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    });
    this.#worker = worker;
    this.#current = undefined;
    worker.on('message', (report: Report) => this.#hear(report));
    worker.on('error', (error) => this.#options.onFault(error, this.#current));
    worker.on('exit', () => {
      this.#worker = undefined;
      if (this.#stopped) return;
      if (this.#current !== undefined) this.#deadly.add(this.#current);
      this.#restart = setTimeout(() => this.#start(), this.#pause).unref();
      this.#pause = Math.min(this.#pause * 2, longestPause);
    });
  }

  #hear(report: Report): void {
    if (report.kind === 'begin') this.#current = report.sessionId;
    else if (report.kind === 'fault') this.#options.onFault(report.fault, report.sessionId);
    else {
      this.#pause = 1000;
      const { organizationId, sessionId } = report;
      this.#options.bell.ring({ organizationId, sessionId, derived: true });
    }
  }
}
