import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import type { Change } from '../domain/session/bell.ts';
import type { Bell } from '../domain/session/log-ports.ts';
import { knownWrites } from '../worker/known-writes.ts';
import type { Deadly } from './folding.ts';
import type { SetAsideCause } from './port.ts';
import type { Waiting } from './waiting.ts';
import { Watchdog } from './watchdog.ts';

/** From the thread. */
export type Report =
  /** Several times a second, whatever it does; the number is the system's for the thread. */
  | { kind: 'alive'; threadId?: number }
  | { kind: 'begin'; sessionId: string }
  | { kind: 'folded'; organizationId: string; sessionId: string }
  | { kind: 'setAside'; organizationId: string; sessionId: string; cause: SetAsideCause; reason: string }
  | { kind: 'fault'; fault: string; sessionId?: string };

/** To the thread. */
export type Order = { rung: Waiting[]; isBusy: boolean } | 'stop';

/** What the thread is started with, besides what its wiring needs. */
export interface ThreadStart<Wiring> {
  wiring: Wiring;
  deadly: Deadly[];
}

export interface ProjectorOptions<Wiring> {
  thread: URL;
  wiring: Wiring;
  bell: Bell;
  /** What is appended here is written to the database by a process that may fold nothing; it rings when it has. */
  isWrittenElsewhere?: boolean;
  onFault(fault: unknown, sessionId?: string): void;
  onSetAside?(session: Extract<Report, { kind: 'setAside' }>): void;
  /** Processor time, in milliseconds, that one step of one session may take. */
  patience?: number;
}

const sendEvery = 50;
/** Sessions appended to here that are remembered; the thread's own looking around finds what is written of others. */
const maxAppended = 10_000;
const longestPause = 60_000;
/** A step reads 2 MB at most, which takes some tens of milliseconds. */
const defaultPatience = 5000;
/** Of the time, spent on requests: past this the thread has to hold back. */
const busyFrom = 0.5;

/**
 * Runs the folding in a thread of its own. It hears what this process appends, and when another one has written that to
 * the database. What other processes append is theirs to fold, and whatever everybody missed is found by the thread's own
 * looking around.
 */
export class Projector<Wiring> {
  readonly #options: ProjectorOptions<Wiring>;
  readonly #deadly = new Map<string, Deadly>();
  readonly #stopListening: () => void;
  #worker: Worker | undefined;
  #watchdog: Watchdog | undefined;
  /** What was appended to here, the latest at the end; only kept where others write it. */
  readonly #appended = new Set<string>();
  #rung = new Map<string, Waiting>();
  #used = performance.eventLoopUtilization();
  #timer: NodeJS.Timeout | undefined;
  #restart: NodeJS.Timeout | undefined;
  #current: string | undefined;
  #pause = 1000;
  #stopped = false;

  constructor(options: ProjectorOptions<Wiring>) {
    this.#options = options;
    this.#stopListening = options.bell.listen((change, here) => {
      if (change.derived) return;
      if (here && options.isWrittenElsewhere) this.#remember(change.sessionId);
      // It may be another server that appended to the same session, so the ring of whoever writes it is yet to come.
      if (here || this.#appended.has(change.sessionId)) this.#note(change);
    });
    this.#start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopListening();
    clearTimeout(this.#timer);
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

  #remember(sessionId: string): void {
    this.#appended.delete(sessionId);
    this.#appended.add(sessionId);
    if (this.#appended.size <= maxAppended) return;
    const [oldest = ''] = this.#appended;
    this.#appended.delete(oldest);
  }

  #note({ organizationId, sessionId }: Change): void {
    this.#rung.set(sessionId, { organizationId, sessionId });
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const used = performance.eventLoopUtilization();
      const isBusy = performance.eventLoopUtilization(used, this.#used).utilization > busyFrom;
      this.#used = used;
      this.#worker?.postMessage({ rung: [...this.#rung.values()], isBusy } satisfies Order);
      this.#rung = new Map();
    }, sendEvery).unref();
  }

  #start(): void {
    const { thread, wiring } = this.#options;
    const start: ThreadStart<Wiring> = { wiring, deadly: [...this.#deadly.values()] };
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
    const patience = this.#options.patience ?? defaultPatience;
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
    if (!this.#deadly.has(sessionId)) this.#deadly.set(sessionId, { sessionId, cause, reason });
  }

  #hear(worker: Worker, report: Report): void {
    knownWrites.count++;
    if (worker !== this.#worker) return;
    if (!this.#stopped) this.#watchdog ??= this.#watch(worker);
    this.#watchdog?.heard(report.kind === 'alive' ? report.threadId : undefined);
    if (report.kind === 'alive') return;
    if (report.kind === 'begin') this.#current = report.sessionId;
    else if (report.kind === 'setAside') this.#options.onSetAside?.(report);
    else if (report.kind === 'fault') this.#options.onFault(report.fault, report.sessionId);
    else {
      this.#pause = 1000;
      const { organizationId, sessionId } = report;
      this.#options.bell.ring({ organizationId, sessionId, derived: true });
    }
  }
}
