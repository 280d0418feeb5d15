import { setTimeout as sleep } from 'node:timers/promises';
import type { PriceList } from '@debrief/transcript';
import type { EventLog } from '../domain/session/log-ports.ts';
import { FoldFault, SessionFold } from './fold.ts';
import { KeptFolds } from './kept-folds.ts';
import { Concluder } from './links/concluder.ts';
import { isOfLog } from './model/lineage.ts';
import type { Progress } from './model/tables.ts';
import type { Projection, Saved, SetAsideCause, Subject } from './port.ts';
import type { PageKey, PageKind } from './reading/page.ts';
import { Arrivals, rest, waitFor } from './rest.ts';
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
  /** Only takes its part of what has to be folded anew, beside somebody who does everything else. */
  onlyWork?: boolean;
  /** While everything is folded anew, and when that is done. */
  onProgress?: (progress: Progress) => void;
  /** What was found to be of another log and thrown away, or unused and removed. */
  onRemoved?: (what: string) => void;
  /** Whether servers of another version run beside this one, once a minute. */
  onOtherVersions?: (areThere: boolean) => void;
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
/** Sessions taken at a time while everything is folded anew. */
const workSize = 10;
const progressEvery = 1000;
const keepHouseEvery = 60_000;

/** Keeps what is derived close behind the log: sessions that were rung first, then a backlog. */
export class Folding {
  readonly #options: FoldingOptions;
  readonly #rung = new WaitingSessions();
  readonly #backlog = new WaitingSessions();
  readonly #folds = new KeptFolds<SessionFold>();
  readonly #concluder: Concluder;
  readonly #arrivals = new Arrivals();
  /** Of the work that is shared with others. */
  readonly #taken = new Set<string>();
  /** Until it is known that everything has been folded. */
  #isRebuilding = true;
  #hadWork = false;
  #nextProgress = 0;
  #nextWork = 0;
  #nextHouse = 0;
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
    const now = Date.now();
    for (const session of sessions) {
      const judgedIn = this.#folds.get(session.sessionId)?.judgedIn ?? 0;
      this.#rung.add(session, now + waitFor(judgedIn, this.#options.debounce ?? 100));
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
        await this.#look();
        const next = await this.#next();
        const begun = performance.now();
        if (next) await this.#foldTaken(next);
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
    if (this.#backlog.size === 0) await (this.#isRebuilding ? this.#takeWork() : this.#scan());
    return this.#backlog.take(Date.now()) ?? this.#rung.take(Date.now());
  }

  /** How far the rebuild has come, and what else is due from time to time. */
  async #look(): Promise<void> {
    const { projection, onlyWork, onProgress, onRemoved, onOtherVersions } = this.#options;
    const now = Date.now();
    if (onlyWork) return;
    if (this.#isRebuilding && now >= this.#nextProgress) {
      this.#nextProgress = now + progressEvery;
      const progress = await projection.progress();
      this.#isRebuilding = progress.left > 0;
      // When the last is folded, what it took the place of can go.
      if (this.#hadWork && !this.#isRebuilding) this.#nextHouse = 0;
      this.#hadWork = this.#isRebuilding;
      onProgress?.(progress);
    }
    if (now < this.#nextHouse) return;
    this.#nextHouse = now + keepHouseEvery;
    const { removed, hasOtherVersions } = await projection.keepHouse();
    for (const one of removed) onRemoved?.(one);
    onOtherVersions?.(hasOtherVersions);
    // Another server may have thrown everything away.
    this.#isRebuilding = true;
    this.#nextProgress = 0;
  }

  async #takeWork(): Promise<void> {
    if (Date.now() < this.#nextWork) return;
    const work = await this.#options.projection.takeWork(workSize);
    for (const session of work) {
      this.#taken.add(session.sessionId);
      this.#backlog.add(session, 0);
    }
    // What is left is in other hands. If they let it fall, it can be taken soon.
    if (work.length === 0) this.#nextWork = Date.now() + progressEvery;
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
    const until = Math.min(this.#rung.nextDue(), this.#isRebuilding ? this.#nextWork : this.#nextScan);
    this.#wake = new AbortController();
    await this.#rest(Math.max(1, until - Date.now()), this.#wake.signal);
  }

  async #rest(ms: number, signal: AbortSignal = this.#stop.signal): Promise<void> {
    await sleep(ms, undefined, { signal }).catch(() => {});
  }

  async #foldTaken(next: Waiting): Promise<void> {
    const { sessionId } = next;
    const again = await this.#fold(next);
    if (again) this.#rung.add(again, Date.now());
    else if (this.#taken.delete(sessionId)) await this.#options.projection.endWork(sessionId);
  }

  /** One step of one session. What it returns has to queue up again, behind the others of its organization. */
  async #fold({ sessionId }: Waiting): Promise<Waiting | undefined> {
    const { projection, log, deadly, onBegin, onFolded, onFault } = this.#options;
    onBegin?.(sessionId);
    const found = await projection.find(sessionId);
    if (!found) {
      this.#folds.drop(sessionId);
      await projection.forget(sessionId);
      return undefined;
    }
    const { subject, saved } = found;
    // Rung again when the words are out.
    if (subject.isRedacting) return undefined;
    if (saved?.fault != null) return undefined;
    const known = deadly?.find((one) => one.sessionId === sessionId);
    if (known) return this.#setAside(subject, known.cause, known.reason);
    try {
      const fold = await this.#recall(subject, saved);
      // The log is not the one that this was derived from: a backup has been put back.
      if (!fold) return this.#startAnew(subject);
      const isFolded = fold.foldedTo !== undefined && fold.foldedTo >= subject.eventCount;
      // It was rung without new events: something may have been told of its commits.
      if (isFolded) await this.#concluder.note(sessionId);
      if (isFolded && saved?.mark === subject.mark) {
        if (saved.facts !== subject.facts) await this.#note(subject);
        return undefined;
      }
      const { events, more } = await log.read({
        organizationId: subject.organizationId,
        sessionId,
        order: 'asc',
        after: fold.readTo,
        limit: pageEvents,
        bytes: pageBytes,
      });
      if (events.length === 0 && subject.eventCount > fold.readTo) return undefined;
      const source = {
        pages: (keys: readonly PageKey[]) => projection.pages(sessionId, keys),
        length: (kind: PageKind, lane: number) => projection.length(sessionId, kind, lane),
      };
      const step = await fold.step(subject, events, source, await projection.terms(subject));
      if (step.to !== step.from || step.findings) {
        if (!(await projection.save(step))) {
          this.#folds.drop(sessionId);
          // Somebody else was first, and may not know of the newest events; or it is gone, which the next look finds.
          return subject;
        }
        fold.keep(step);
        if (step.links) await this.#concluder.conclude(sessionId);
        this.#progress = true;
        onFolded?.(subject);
      }
      return more ? subject : undefined;
    } catch (error) {
      this.#folds.drop(sessionId);
      if (!(error instanceof FoldFault)) throw error;
      onFault?.(error, sessionId);
      return this.#setAside(subject, 'unreadable', error.message);
    }
  }

  async #note(subject: Subject): Promise<void> {
    await this.#options.projection.note(subject);
    this.#progress = true;
  }

  async #setAside(subject: Subject, cause: SetAsideCause, reason: string): Promise<undefined> {
    await this.#options.projection.setAside(subject, reason);
    this.#options.onSetAside?.(subject, cause, reason);
  }

  /** Throws everything derived away; all of it is work again. */
  async #startAnew({ sessionId, build }: Subject): Promise<undefined> {
    this.#options.onRemoved?.(`all that was derived, because the log has other events of ${sessionId}`);
    this.#folds.clear();
    this.#taken.clear();
    await this.#options.projection.reset(build);
    this.#isRebuilding = true;
    this.#nextProgress = 0;
    this.#nextWork = 0;
  }

  /** The fold in memory if it is where the database is, else one from the database; none if that is not of this log. */
  async #recall(subject: Subject, saved: Saved | undefined): Promise<SessionFold | undefined> {
    const { sessionId } = subject;
    const { projection, log, prices } = this.#options;
    const known = this.#folds.get(sessionId);
    const isOfNow = known?.build === subject.build && known.redactions === subject.redactions;
    const isKnown = known && isOfNow && known.foldedTo === saved?.foldedTo;
    if (saved && saved.foldedTo > subject.eventCount) return undefined;
    if (!isKnown && saved && !(await isOfLog(log, { ...subject, ...saved }))) return undefined;
    const fold = isKnown
      ? known
      : new SessionFold(subject, saved, saved && (await projection.state(sessionId)), prices);
    this.#folds.keep(sessionId, fold);
    return fold;
  }
}
