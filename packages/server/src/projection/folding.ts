import { setTimeout as sleep } from 'node:timers/promises';
import type { PriceList } from '@debrief/transcript';
import type { EventLog } from '../domain/session/log-ports.ts';
import { FoldFault, SessionFold } from './fold.ts';
import { KeptFolds } from './kept-folds.ts';
import { Concluder } from './links/concluder.ts';
import type { Projection, Saved, SetAsideCause, Subject } from './port.ts';
import type { PageKey, PageKind } from './reading/page.ts';
import { Arrivals, rest } from './rest.ts';
import { type Waiting, WaitingSessions } from './waiting.ts';

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
const scanSize = 200;
/** Every so many turns a session of the backlog comes before those that were rung, which may never end. */
const backlogEvery = 4;
const fullScanEvery = 60 * 60_000;
const pauseAfterFault = 2000;

/** Keeps what is derived close behind the log: sessions that were rung first, then a backlog. */
export class Folding {
  readonly #options: FoldingOptions;
  readonly #rung = new WaitingSessions();
  readonly #backlog = new WaitingSessions();
  readonly #folds = new KeptFolds<SessionFold>();
  readonly #concluder: Concluder;
  readonly #arrivals = new Arrivals();
  #turns = 0;
  #scanAgain = false;
  #wasFull = false;
  #progress = false;
  #nextScan = 0;
  #nextFullScan = 0;
  #stop = new AbortController();
  #wake = new AbortController();
  #done: Promise<void> | undefined;

  constructor(options: FoldingOptions) {
    this.#options = options;
    this.#concluder = new Concluder(options.projection.links);
    // First of all, so that a restart of the server finds them set aside.
    for (const { sessionId } of options.deadly ?? []) this.#backlog.add({ organizationId: '', sessionId }, 0);
  }

  start(): void {
    this.#done ??= this.#run();
  }

  /** `isBusy`: requests take most of the time, and everything here can wait for a quieter moment. */
  rung(sessions: readonly Waiting[], isBusy = false): void {
    this.#arrivals.hear(isBusy, Date.now());
    const due = Date.now() + (this.#options.debounce ?? 100);
    for (const session of sessions) this.#rung.add(session, due);
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
        const begun = performance.now();
        if (next) await this.#fold(next);
        if (!(await this.#concluder.step()) && !next) await this.#idle();
        else {
          const worked = performance.now() - begun;
          await rest(worked, {
            load: () => this.#arrivals.load(Date.now()),
            sleep: (ms) => this.#rest(ms),
            stop: this.#stop.signal,
          });
        }
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        this.#options.onFault?.(error);
        await this.#rest(pauseAfterFault);
      }
    }
  }

  async #next(): Promise<Waiting | undefined> {
    const isBacklogsTurn = ++this.#turns % backlogEvery === 0;
    const rung = isBacklogsTurn ? undefined : this.#rung.take(Date.now());
    if (rung) return rung;
    if (this.#backlog.size === 0) await this.#scan();
    return this.#backlog.take(Date.now()) ?? this.#rung.take(Date.now());
  }

  async #scan(): Promise<void> {
    const now = Date.now();
    const goOn = this.#scanAgain && this.#progress;
    if (!goOn && now < this.#nextScan) return;
    const full = goOn ? this.#wasFull : now >= this.#nextFullScan;
    if (full && !goOn) {
      await this.#options.projection.sweep();
      this.#nextFullScan = now + fullScanEvery;
    }
    this.#nextScan = now + (this.#options.scanEvery ?? 60_000);
    const behind = await this.#options.projection.behind(scanSize, full);
    for (const session of behind) this.#backlog.add(session, 0);
    this.#scanAgain = behind.length === scanSize;
    this.#wasFull = full;
    await this.#concluder.scan();
    this.#progress = false;
  }

  async #idle(): Promise<void> {
    // It may have been stopped while it looked for work.
    if (this.#stop.signal.aborted) return;
    const until = Math.min(this.#rung.nextDue(), this.#nextScan);
    this.#wake = new AbortController();
    await this.#rest(Math.max(1, until - Date.now()), this.#wake.signal);
  }

  async #rest(ms: number, signal: AbortSignal = this.#stop.signal): Promise<void> {
    await sleep(ms, undefined, { signal }).catch(() => {});
  }

  /** One step of one session; what is left of it queues up again behind the others of its organization. */
  async #fold({ sessionId }: Waiting): Promise<void> {
    const { projection, log, deadly, onBegin, onFolded, onFault } = this.#options;
    onBegin?.(sessionId);
    const found = await projection.find(sessionId);
    if (!found) {
      this.#folds.drop(sessionId);
      return projection.forget(sessionId);
    }
    const { subject, saved } = found;
    if (saved?.fault != null) return;
    const known = deadly?.find((one) => one.sessionId === sessionId);
    if (known) return this.#setAside(subject, known.cause, known.reason);
    if (saved && saved.foldedTo > subject.eventCount) {
      // The log is older than what was derived from it: a backup has been restored.
      this.#folds.drop(sessionId);
      await projection.forget(sessionId);
      return this.#rung.add(subject, Date.now());
    }
    try {
      const fold = await this.#recall(subject, saved);
      const isFolded = fold.foldedTo !== undefined && fold.foldedTo >= subject.eventCount;
      // It was rung without new events: something may have been told of its commits.
      if (isFolded) await this.#concluder.note(sessionId);
      if (isFolded && saved?.mark === subject.mark) return;
      const { events, more } = await log.read({
        organizationId: subject.organizationId,
        sessionId,
        order: 'asc',
        after: fold.readTo,
        limit: pageEvents,
        bytes: pageBytes,
      });
      if (events.length === 0 && subject.eventCount > fold.readTo) return;
      const source = {
        pages: (keys: readonly PageKey[]) => projection.pages(sessionId, keys),
        length: (kind: PageKind, lane: number) => projection.length(sessionId, kind, lane),
      };
      const step = await fold.step(subject, events, source, await projection.terms(subject));
      if (step.to !== step.from || step.findings) {
        if (!(await projection.save(step))) return void this.#folds.drop(sessionId);
        fold.keep(step);
        if (step.links) await this.#concluder.conclude(sessionId);
        this.#progress = true;
        onFolded?.(subject);
      }
      if (more) this.#rung.add(subject, Date.now());
    } catch (error) {
      this.#folds.drop(sessionId);
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
    const fold =
      known && known.foldedTo === saved?.foldedTo
        ? known
        : new SessionFold(
            subject,
            saved,
            saved && (await this.#options.projection.state(sessionId)),
            this.#options.prices,
          );
    this.#folds.keep(sessionId, fold);
    return fold;
  }
}
