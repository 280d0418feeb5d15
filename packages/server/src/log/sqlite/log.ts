import { Worker } from 'node:worker_threads';
import type { Appended, Batch, EventLog, EventRange } from '../../domain/ports.ts';
import { InProgress } from '../in-progress.ts';
import { type AppendOutcome, overloaded, settle, unwritable } from '../outcome.ts';
import { transferable } from '../packer.ts';
import { probeText, Storable } from '../storable.ts';
import { SqliteBusStore } from './persister.ts';
import { SqliteReader } from './reader.ts';
import type { CloseOutcome, Job, Outcome } from './writer.ts';
import type { GroupAnswer } from './writer-thread.ts';

interface Waiting {
  job: Job;
  /** Taken down before the job is sent: what is handed over to the thread has no length here any more. */
  bytes: number;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

export interface SqliteLogOptions {
  path: string;
  pragmas: string;
  /** Bytes of events that may wait for the writer before appends are answered 503. */
  queueBytes?: number;
  onFault?: (fault: string) => void;
}

/** Groups in the writer's hands at once: one being written, one ready so that it never idles. */
const groupsAhead = 2;
/** A writer that has had a group in hand for so many milliseconds stores nothing. */
const silence = 10_000;
const groupBytes = 8 * 1024 * 1024;

const bytesOf = (job: Job): number => (job.kind === 'append' ? job.lines.byteLength : 0);

/** The event log in SQLite: a writer thread with group commit, reads on a connection of their own. */
export class SqliteLog implements EventLog {
  readonly #options: SqliteLogOptions;
  readonly #reader: SqliteReader;
  readonly #inProgress = new InProgress();
  readonly #queueBytes: number;
  readonly #storable = new Storable();
  #writer: Worker | undefined;
  /** When the writer last answered, or was given something while it had nothing to do. */
  #answeredAt = 0;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #groups: Waiting[][] = [];
  #stopped: (() => void) | undefined;

  constructor(options: SqliteLogOptions) {
    this.#options = options;
    this.#queueBytes = options.queueBytes ?? 128 * 1024 * 1024;
    this.#reader = new SqliteReader(options.path, options.pragmas, { remembers: true });
    this.#writer = this.#startWriter();
  }

  /** The same database as the one behind a bus. */
  behindBus(): SqliteBusStore {
    return new SqliteBusStore({ reader: this.#reader.db, submit: (job) => this.#submit(job) });
  }

  append(batch: Batch): Promise<Appended> {
    return this.#inProgress.guard(batch, async () => {
      const outcome = await this.#storable.watch(this.#submit({ kind: 'append', ...batch }));
      return settle(outcome as AppendOutcome);
    });
  }

  async check(): Promise<void> {
    if (performance.now() - this.#answeredAt > silence && this.#groups.length > 0) {
      throw unwritable('the writer says nothing');
    }
    await this.#storable.check(async () => {
      await this.#submit({ kind: 'probe', text: probeText() });
      await this.#submit({ kind: 'probe', text: undefined });
    });
  }

  async close(closing: Parameters<EventLog['close']>[0]) {
    return (await this.#submit({ kind: 'close', ...closing })) as CloseOutcome;
  }

  async erase(sessionId: string): Promise<void> {
    while ((await this.#submit({ kind: 'erase', sessionId })) !== 0);
  }

  /** One file has no parts to drop; sessions go one by one. */
  async expire(): Promise<number> {
    return 0;
  }

  async compact(limit: number): Promise<number> {
    let merged = 0;
    while (merged < limit && (await this.#submit({ kind: 'compact' })) === 1) merged++;
    return merged;
  }

  read(range: EventRange) {
    return this.#reader.read(range);
  }

  async stop(): Promise<void> {
    while (this.#waiting.length > 0 || this.#groups.length > 0) {
      await new Promise<void>((resolve) => {
        this.#stopped = resolve;
      });
    }
    const writer = this.#writer;
    this.#writer = undefined;
    if (writer) {
      const ended = new Promise((resolve) => writer.once('exit', resolve));
      writer.postMessage('stop');
      await ended;
    }
    this.#reader.close();
  }

  #submit(job: Job): Promise<Outcome> {
    if (this.#waitingBytes + bytesOf(job) > this.#queueBytes) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const bytes = bytesOf(job);
      this.#waiting.push({ job, bytes, resolve, reject });
      this.#waitingBytes += bytes;
      this.#send();
    });
  }

  /** Whatever queued while a group was being written goes out together as the next one. */
  #send(): void {
    while (this.#waiting.length > 0 && this.#groups.length < groupsAhead) {
      let size = 0;
      let end = 0;
      while (end < this.#waiting.length && (end === 0 || size < groupBytes)) {
        size += (this.#waiting[end++] as Waiting).bytes;
      }
      const group = this.#waiting.splice(0, end);
      if (this.#groups.length === 0) this.#answeredAt = performance.now();
      this.#groups.push(group);
      this.#writer ??= this.#startWriter();
      const jobs = group.map(({ job }) => job);
      const lines = jobs.flatMap((job) => (job.kind === 'append' ? [job.lines] : []));
      this.#writer.postMessage({ jobs }, transferable(lines));
    }
  }

  #startWriter(): Worker {
    const { path, pragmas } = this.#options;
    const writer = new Worker(new URL('./writer-thread.ts', import.meta.url), {
      workerData: { path, pragmas },
    });
    writer.on('message', (answer: GroupAnswer) => this.#settleGroup(answer));
    writer.on('error', (error) => {
      this.#options.onFault?.(String(error));
      if (this.#writer === writer) this.#writer = undefined;
      // What the thread had in hand may or may not be committed: the caller retries with its key.
      for (const group of this.#groups.splice(0)) for (const { reject } of group) reject(unwritable(error));
      this.#waitingBytes = this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0);
      this.#send();
    });
    return writer;
  }

  #settleGroup(answer: GroupAnswer): void {
    const group = this.#groups.shift() ?? [];
    this.#answeredAt = performance.now();
    for (const { bytes } of group) this.#waitingBytes -= bytes;
    this.#send();
    if ('fault' in answer) this.#options.onFault?.(answer.fault);
    for (const [index, { resolve, reject }] of group.entries()) {
      if ('fault' in answer) reject(unwritable(answer.fault));
      else resolve(answer.outcomes[index] as Outcome);
    }
    if (this.#waiting.length === 0 && this.#groups.length === 0) this.#stopped?.();
  }
}
