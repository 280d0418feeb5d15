import { setTimeout as sleep } from 'node:timers/promises';
import type { PriceList } from '@debrief/transcript';
import type { EventLog } from '../domain/ports.ts';
import { FoldFault, SessionFold } from './fold.ts';
import type { Projection, Saved, SetAsideCause, Subject } from './port.ts';

/** A session that took a thread down before, or had to be ended with it. */
export interface Deadly {
  sessionId: string;
  cause: SetAsideCause;
  reason: string;
}

export interface FoldingOptions {
  projection: Projection;
  log: Pick<EventLog, 'read'>;
  /** What requests cost; the table of packages/transcript when absent. */
  prices?: PriceList;
  /** They are set aside unread. */
  deadly?: readonly Deadly[];
  /** Before a session is touched, so that one which takes the whole thread down can be named. */
  onBegin?: (sessionId: string) => void;
  onFolded?: (subject: Subject) => void;
  onSetAside?: (subject: Subject, cause: SetAsideCause, reason: string) => void;
  onFault?: (fault: unknown, sessionId?: string) => void;
  /** How long a rung session waits for more to come. */
  debounce?: number;
  scanEvery?: number;
}

const pageEvents = 2000;
const pageBytes = 2 * 1024 * 1024;
const keptFolds = 64;
const mostRung = 50_000;
const scanSize = 200;
const fullScanEvery = 60 * 60_000;
const pauseAfterFault = 2000;
/** Without another word the rush is over. */
const busyLasts = 1000;

/** Keeps the statistics and the index close behind the log: sessions that were rung first, then a backlog. */
export class Folding {
  readonly #options: FoldingOptions;
  /** Session → when to look at it. */
  readonly #rung = new Map<string, number>();
  readonly #folds = new Map<string, SessionFold>();
  #backlog: string[] = [];
  #scanAgain = false;
  #progress = false;
  #busyUntil = 0;
  #nextScan = 0;
  #nextFullScan = 0;
  #stop = new AbortController();
  #wake = new AbortController();
  #done: Promise<void> | undefined;

  constructor(options: FoldingOptions) {
    this.#options = options;
    // First of all, so that a restart of the server finds them set aside.
    this.#backlog = (options.deadly ?? []).map(({ sessionId }) => sessionId);
  }

  start(): void {
    this.#done ??= this.#run();
  }

  /** `isBusy`: requests take most of the time, and everything here can wait for a quieter moment. */
  rung(sessionIds: readonly string[], isBusy = false): void {
    this.#busyUntil = isBusy ? Date.now() + busyLasts : 0;
    const due = Date.now() + (this.#options.debounce ?? 100);
    for (const sessionId of sessionIds) {
      if (this.#rung.size < mostRung && !this.#rung.has(sessionId)) this.#rung.set(sessionId, due);
    }
    this.#wake.abort();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wake.abort();
    await this.#done;
    await this.#options.projection.close();
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        const next = await this.#next();
        if (next === undefined) await this.#idle();
        else {
          const begun = performance.now();
          await this.#fold(next);
          const worked = performance.now() - begun;
          // Longer than it worked: most of a core is left to those who are in a hurry.
          const isBusy = Date.now() < this.#busyUntil;
          await this.#rest(isBusy ? Math.min(5000, 30 * worked) : Math.min(1000, 2 * worked));
        }
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        this.#options.onFault?.(error);
        await this.#rest(pauseAfterFault);
      }
    }
  }

  async #next(): Promise<string | undefined> {
    const [first] = this.#rung;
    if (first && first[1] <= Date.now()) {
      this.#rung.delete(first[0]);
      return first[0];
    }
    if (this.#backlog.length === 0) await this.#scan();
    return this.#backlog.shift();
  }

  async #scan(): Promise<void> {
    const now = Date.now();
    const goOn = this.#scanAgain && this.#progress;
    if (!goOn && now < this.#nextScan) return;
    const full = goOn || now >= this.#nextFullScan;
    if (full && !goOn) {
      await this.#options.projection.sweep();
      this.#nextFullScan = now + fullScanEvery;
    }
    this.#nextScan = now + (this.#options.scanEvery ?? 60_000);
    this.#backlog = await this.#options.projection.behind(scanSize, full);
    this.#scanAgain = full && this.#backlog.length === scanSize;
    this.#progress = false;
  }

  async #idle(): Promise<void> {
    const [first] = this.#rung;
    const until = Math.min(first?.[1] ?? Number.POSITIVE_INFINITY, this.#nextScan);
    this.#wake = new AbortController();
    await this.#rest(Math.max(1, until - Date.now()), this.#wake.signal);
  }

  async #rest(ms: number, signal: AbortSignal = this.#stop.signal): Promise<void> {
    await sleep(ms, undefined, { signal }).catch(() => {});
  }

  /** One step of one session; what is left of it queues up again behind the others. */
  async #fold(sessionId: string): Promise<void> {
    const { projection, log, deadly, onBegin, onFolded, onFault } = this.#options;
    onBegin?.(sessionId);
    const found = await projection.find(sessionId);
    if (!found) {
      this.#folds.delete(sessionId);
      return projection.forget(sessionId);
    }
    const { subject, saved } = found;
    if (saved?.fault != null) return;
    const known = deadly?.find((one) => one.sessionId === sessionId);
    if (known) return this.#setAside(subject, known.cause, known.reason);
    if (saved && saved.foldedTo > subject.eventCount) {
      // The log is older than what was derived from it: a backup has been restored.
      this.#folds.delete(sessionId);
      await projection.forget(sessionId);
      return void this.#rung.set(sessionId, Date.now());
    }
    try {
      const fold = await this.#recall(subject, saved);
      if (fold.foldedTo !== undefined && fold.foldedTo >= subject.eventCount) return;
      const { events, more } = await log.read({
        organizationId: subject.organizationId,
        sessionId,
        order: 'asc',
        after: fold.readTo,
        limit: pageEvents,
        bytes: pageBytes,
      });
      if (events.length === 0 && subject.eventCount > 0) return;
      const step = await fold.step(subject, events, {
        pages: (keys) => projection.pages(sessionId, keys),
        length: (kind, lane) => projection.length(sessionId, kind, lane),
      });
      if (step.to !== step.from) {
        if (!(await projection.save(step))) return void this.#folds.delete(sessionId);
        fold.keep(step);
        this.#progress = true;
        onFolded?.(subject);
      }
      if (more) this.#rung.set(sessionId, Date.now());
    } catch (error) {
      this.#folds.delete(sessionId);
      if (!(error instanceof FoldFault)) throw error;
      onFault?.(error, sessionId);
      await this.#setAside(subject, 'unreadable', error.message);
    }
  }

  async #setAside(subject: Subject, cause: SetAsideCause, reason: string): Promise<void> {
    await this.#options.projection.setAside(subject, reason);
    this.#options.onSetAside?.(subject, cause, reason);
  }

  /** The fold in memory if it is where the database is, else one from the database. */
  async #recall(subject: Subject, saved: Saved | undefined): Promise<SessionFold> {
    const { sessionId } = subject;
    const known = this.#folds.get(sessionId);
    this.#folds.delete(sessionId);
    const fold =
      known && known.foldedTo === saved?.foldedTo
        ? known
        : new SessionFold(
            subject,
            saved,
            saved && (await this.#options.projection.state(sessionId)),
            this.#options.prices,
          );
    this.#folds.set(sessionId, fold);
    if (this.#folds.size > keptFolds) {
      const [oldest] = this.#folds.keys();
      if (oldest !== undefined) this.#folds.delete(oldest);
    }
    return fold;
  }
}
