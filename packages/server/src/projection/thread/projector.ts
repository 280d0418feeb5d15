import { performance } from 'node:perf_hooks';
import type { Bell } from '../../domain/session/log-ports.ts';
import { knownWrites } from '../../worker/known-writes.ts';
import type { Deadly } from '../folding.ts';
import { type Progress, percentOf } from '../model/tables.ts';
import { onRing } from '../on-ring.ts';
import type { Waiting } from '../waiting.ts';
import { FoldingThread, type Order, type Report } from './folding-thread.ts';

export interface ProjectorOptions<Wiring> {
  thread: URL;
  wiring: Wiring;
  bell: Bell;
  /** What is appended here is written to the database by a process that may fold nothing; it rings when it has. */
  isWrittenElsewhere?: boolean;
  onFault(fault: unknown, sessionId?: string): void;
  onSetAside?(session: Extract<Report, { kind: 'setAside' }>): void;
  /** While everything is folded anew, and once when that is done. */
  onProgress?(progress: Progress): void;
  /** What was thrown away, and why. */
  onRemoved?(what: string): void;
  /** How far folding everything anew had come when the server was started. */
  progress?: Progress;
  /** Threads that fold together while everything has to be folded anew. */
  rebuildThreads?: number;
  /** Processor time, in milliseconds, that one step of one session may take. */
  patience?: number;
}

const sendEvery = 50;
/** Sessions appended to here that are remembered; the thread's own looking around finds what is written of others. */
const maxAppended = 10_000;
/** A step reads 2 MB at most, which takes some tens of milliseconds. */
const defaultPatience = 5000;
/** Of the time, spent on requests: past this the thread has to hold back. */
const busyFrom = 0.5;

/**
 * Runs the folding in a thread of its own, and in several while everything has to be folded anew. It hears what this
 * process appends, and when another one has written that to the database. What other processes append is theirs to
 * fold, and whatever everybody missed is found by the thread's own looking around.
 */
export class Projector<Wiring> {
  readonly #options: ProjectorOptions<Wiring>;
  readonly #deadly = new Map<string, Deadly>();
  readonly #stopListening: () => void;
  readonly #main: FoldingThread<Wiring>;
  /** They help while everything is folded anew. */
  #helpers: FoldingThread<Wiring>[] = [];
  /** Those that are on their way out. */
  readonly #leaving = new Set<Promise<void>>();
  /** What was appended to here, the latest at the end; only kept where others write it. */
  readonly #appended = new Set<string>();
  #rung = new Map<string, Waiting>();
  #used = performance.eventLoopUtilization();
  #timer: NodeJS.Timeout | undefined;
  #progress: Progress | undefined;
  /** Then what others append is folded here, too: they do not fold it for this version. */
  #hasOtherVersions = false;
  #stopped = false;

  constructor(options: ProjectorOptions<Wiring>) {
    this.#options = options;
    this.#stopListening = options.bell.listen((change, here) => {
      const { remembers, folds } = onRing(change, {
        here,
        isWrittenElsewhere: options.isWrittenElsewhere ?? false,
        wasAppendedHere: this.#appended.has(change.sessionId),
        hasOtherVersions: this.#hasOtherVersions,
      });
      if (remembers) this.#remember(change.sessionId);
      if (folds) this.#note(change);
    });
    this.#main = this.#startThread(false);
    if (options.progress) this.#hearProgress(options.progress);
  }

  /** How far folding everything anew has come, while there is something left of it. */
  get rebuild(): { percent: number } | undefined {
    return this.#progress?.left ? { percent: percentOf(this.#progress) } : undefined;
  }

  /** Somebody waits for this session: it is folded before what has to be folded anew some time. */
  want(session: Waiting): void {
    if (this.#progress?.left) this.#note(session);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopListening();
    clearTimeout(this.#timer);
    await Promise.all([this.#main.stop(), ...this.#helpers.map((one) => one.stop()), ...this.#leaving]);
  }

  #remember(sessionId: string): void {
    this.#appended.delete(sessionId);
    this.#appended.add(sessionId);
    if (this.#appended.size <= maxAppended) return;
    const [oldest = ''] = this.#appended;
    this.#appended.delete(oldest);
  }

  #note({ organizationId, sessionId }: Waiting): void {
    this.#rung.set(sessionId, { organizationId, sessionId });
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const used = performance.eventLoopUtilization();
      const isBusy = performance.eventLoopUtilization(used, this.#used).utilization > busyFrom;
      this.#used = used;
      this.#main.tell({ rung: [...this.#rung.values()], isBusy } satisfies Order);
      // They have nothing to do with it, but have to hold back as well.
      for (const helper of this.#helpers) helper.tell({ rung: [], isBusy } satisfies Order);
      this.#rung = new Map();
    }, sendEvery).unref();
  }

  #startThread(onlyWork: boolean): FoldingThread<Wiring> {
    const { thread, wiring, onFault, patience = defaultPatience } = this.#options;
    return new FoldingThread({
      thread,
      wiring,
      onlyWork,
      deadly: this.#deadly,
      patience,
      onReport: (report) => this.#hear(report),
      onFault,
    });
  }

  #hear(report: Report): void {
    knownWrites.count++;
    if (report.kind === 'setAside') this.#options.onSetAside?.(report);
    else if (report.kind === 'otherVersions') this.#hasOtherVersions = report.areThere;
    else if (report.kind === 'removed') this.#options.onRemoved?.(report.what);
    else if (report.kind === 'progress') this.#hearProgress({ total: report.total, left: report.left });
    else if (report.kind === 'folded') {
      const { organizationId, sessionId } = report;
      this.#options.bell.ring({ organizationId, sessionId, derived: true });
    }
  }

  #hearProgress(progress: Progress): void {
    const wasRebuilding = this.#progress !== undefined && this.#progress.left > 0;
    this.#progress = progress;
    const isRebuilding = progress.left > 0;
    if (isRebuilding || wasRebuilding) this.#options.onProgress?.(progress);
    if (this.#stopped) return;
    const wanted = isRebuilding ? (this.#options.rebuildThreads ?? 1) - 1 : 0;
    while (this.#helpers.length < wanted) this.#helpers.push(this.#startThread(true));
    for (const helper of this.#helpers.splice(wanted)) {
      const left = helper.stop().finally(() => this.#leaving.delete(left));
      this.#leaving.add(left);
    }
  }
}
