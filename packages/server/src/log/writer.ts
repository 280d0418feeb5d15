import type { Appended, Batch } from '../domain/session/log-ports.ts';
import { ownMemory } from '../worker/own-memory.ts';
import { WorkerCall } from '../worker/worker-call.ts';
import { InProgress } from './in-progress.ts';
import { type AppendOutcome, overloaded, settle, unwritable } from './outcome.ts';
import { Storable } from './storable.ts';

export interface AppendJob extends Batch {
  kind: 'append';
}

export interface LogWriterOptions {
  thread: URL;
  workerData: unknown;
  /** Bytes of events that may wait for the writer before appends are answered 503. */
  queueBytes?: number | undefined;
  /** Groups in the writer's hands at once: one being written, one ready so that it never idles. */
  groupsAhead?: number;
  /** Milliseconds after which a group is sent all the same, where one append may take far longer than others. */
  longestWait?: number;
  /** Milliseconds after which an append is refused (R4); none for a disk of this machine. */
  patience?: number;
  restarts?: boolean;
  onNote?(note: unknown): void;
  onFault?: ((fault: string) => void) | undefined;
}

/** A writer that has had something in hand for so many milliseconds stores nothing. */
const longestSilence = 10_000;
const group = { bytes: 8 * 1024 * 1024, questions: 128 };

/**
 * What this thread does for an append, whatever stores it: hands the lines over to the writer's thread and waits for
 * the outcome. Appends that queue while the writer is busy travel, and are committed, together.
 */
export class LogWriter<Job, Outcome> {
  readonly #call: WorkerCall<Job | AppendJob, Outcome | AppendOutcome>;
  readonly #inProgress = new InProgress();
  readonly #storable = new Storable();

  constructor(options: LogWriterOptions) {
    const { thread, workerData, queueBytes, groupsAhead, longestWait, patience, restarts, onNote, onFault } =
      options;
    this.#call = new WorkerCall({
      thread,
      workerData,
      max: { bytes: queueBytes ?? 128 * 1024 * 1024 },
      full: overloaded,
      lost: unwritable,
      message: group,
      holdsProcess: true,
      ...(groupsAhead !== undefined && { messagesAhead: groupsAhead }),
      ...(longestWait !== undefined && { longestWait }),
      ...(patience !== undefined && { deadline: { milliseconds: patience, endsThread: false } }),
      ...(restarts && { restarts }),
      ...(onNote && { onNote }),
      onDeath: (cause) => onFault?.(String(cause)),
    });
  }

  /** Resolves when the writer is ready for the first append. */
  start(): Promise<void> {
    return this.#call.start();
  }

  append(batch: Batch): Promise<Appended> {
    return this.#inProgress.guard(batch, async () => {
      const { lines } = batch;
      const load = { bytes: lines.byteLength, transfer: ownMemory(lines) };
      const outcome = await this.#storable.watch(this.#call.ask({ kind: 'append', ...batch }, load));
      return settle(outcome as AppendOutcome);
    });
  }

  /** Takes as long as it takes, unless told otherwise. */
  submit(job: Job, patience = Infinity): Promise<Outcome> {
    return this.#call.ask(job, { patience }) as Promise<Outcome>;
  }

  /** Throws while nothing can be stored. The probe writes something, or throws. */
  async check(probe: () => Promise<unknown>): Promise<void> {
    if (this.#call.silence() > longestSilence) throw unwritable('the writer says nothing');
    await this.#storable.check(probe);
  }

  /** Ends the writer at once; what it has in hand is refused. */
  abort(): Promise<void> {
    return this.#call.stop();
  }

  /** Resolves when everything is stored and the writer has closed its connections. */
  stop(): Promise<void> {
    return this.#call.finish();
  }
}
