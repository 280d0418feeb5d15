import { DebriefError } from '@debrief/contract';
import type { Batch } from '../spool/batch.ts';
import type { SessionState } from '../spool/session.ts';
import { UploadQueue } from './queue.ts';
import { backoff, wait } from './retry.ts';
import { BatchSender, type SenderOptions } from './send.ts';
import { codeOf, messageOf, Stopped, verdictOf } from './verdict.ts';

export interface UploadReport {
  sent: number;
  events: number;
  quarantined: number;
  lastUploadAt?: number;
  lastError?: { at: number; code: string; message: string };
  /** Agents an admin has disabled. */
  heldAgents: string[];
  retryAt?: number;
}

export interface UploaderOptions extends Omit<SenderOptions, 'signal'> {
  /** How many sessions are sent at the same time; 0 sends nothing. */
  lanes?: number;
  onStop(reason: Stopped): void;
  delay?: typeof backoff;
}

interface Waiter {
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/** Sends what is durable, several sessions at a time, and decides what a failure means for all of them. */
export class Uploader {
  readonly report: UploadReport = { sent: 0, events: 0, quarantined: 0, heldAgents: [] };
  readonly #options: UploaderOptions;
  readonly #delay: typeof backoff;
  readonly #queue: UploadQueue;
  readonly #sender: BatchSender;
  readonly #abort = new AbortController();
  readonly #waiters: Waiter[] = [];
  #stopped: Stopped | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: UploaderOptions) {
    this.#options = options;
    this.#delay = options.delay ?? backoff;
    this.#queue = new UploadQueue(options.lanes ?? 4);
    this.#sender = new BatchSender({ ...options, signal: this.#abort.signal });
  }

  /** Durable batches, in order within each session. */
  add(batches: readonly Batch[]): void {
    this.#queue.add(batches);
    this.#pump();
  }

  pending(): number {
    return this.#queue.size();
  }

  /** Resolves when nothing waits, or rejects with the reason why it will never be sent. */
  drained(): Promise<void> {
    if (this.#stopped) return Promise.reject(this.#stopped);
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      this.#pump();
    });
  }

  async complete(state: SessionState): Promise<void> {
    if (!state.sessionId || this.#stopped || this.#queue.isClosed()) return;
    const at = state.lastRecordAt ?? state.lastChangeAt;
    const isPlausible = at > Date.UTC(2000, 0, 1) && at < Date.now() + 86_000_000;
    const endedAt = isPlausible ? { endedAt: new Date(at).toISOString() } : {};
    try {
      const { sessionId } = state;
      await this.#options.wire.completeSession({ sessionId, status: 'completed', ...endedAt });
    } catch (error) {
      const verdict = verdictOf(error);
      if (verdict !== 'closed' && verdict !== 'gone' && verdict !== 'deleted') {
        await this.#judge(error, state);
        return;
      }
    }
    state.closed = true;
    this.#options.states.touch(state);
  }

  async close(): Promise<void> {
    this.#abort.abort();
    clearTimeout(this.#timer);
    while (this.#queue.isBusy()) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  #pump(): void {
    if (this.#stopped || this.#abort.signal.aborted) return;
    if (this.#queue.isDrained()) {
      for (const { resolve } of this.#waiters.splice(0)) resolve();
      return;
    }
    const closedFor = this.#queue.closedFor();
    if (closedFor > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#pump();
      }, closedFor);
      return;
    }
    for (let session = this.#queue.claim(); session; session = this.#queue.claim()) void this.#run(session);
  }

  async #run(session: string): Promise<void> {
    try {
      await this.#drain(session);
    } finally {
      this.#queue.release(session);
      this.#pump();
    }
  }

  async #drain(session: string): Promise<void> {
    const state = this.#options.states.sessions.get(session);
    if (!state) return this.#queue.forget(session);
    for (;;) {
      const batch = this.#queue.first(session);
      if (!batch || this.#stopped || this.#abort.signal.aborted || this.#queue.isClosed()) return;
      try {
        await this.#sender.send(state, batch);
      } catch (error) {
        if (!(await this.#judge(error, state))) return;
        continue;
      } finally {
        this.report.quarantined = this.#sender.quarantined;
      }
      this.#noteSent(state, batch);
    }
  }

  #noteSent(state: SessionState, batch: Batch): void {
    this.#queue.sent(batch.session);
    state.acked = batch.batch;
    this.#options.states.touch(state);
    this.#options.journal.release(batch);
    delete this.report.retryAt;
    this.report.sent++;
    this.report.events += batch.count;
    this.report.lastUploadAt = Date.now();
  }

  /** Whether to go on with this session at once. */
  async #judge(error: unknown, state: SessionState): Promise<boolean> {
    if (this.#abort.signal.aborted) return false;
    const verdict = verdictOf(error);
    const code = codeOf(error);
    const message = messageOf(error);
    this.report.lastError = { at: Date.now(), code, message };
    if (verdict === 'stop') {
      this.#stop(new Stopped(code, message));
      return false;
    }
    if (verdict === 'disabled') {
      setTimeout(() => this.#pump(), this.#queue.disable(state.agentId)).unref();
      this.report.heldAgents = this.#queue.disabledAgents();
      return false;
    }
    const retryAfter = error instanceof DebriefError ? error.retryAfter : undefined;
    if (verdict === 'busy') {
      await wait(Math.max(100, (retryAfter ?? 0) * 1000), this.#abort.signal);
      return true;
    }
    this.report.retryAt = this.#queue.fail((failures) => this.#delay(failures, retryAfter));
    return false;
  }

  #stop(reason: Stopped): void {
    this.#stopped = reason;
    for (const { reject } of this.#waiters.splice(0)) reject(reason);
    this.#options.onStop(reason);
  }
}
