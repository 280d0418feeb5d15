import type {
  Appended,
  Batch,
  ErasedSession,
  EventLog,
  EventRange,
  KeptBatch,
} from '../../domain/session/log-ports.ts';
import { probeText } from '../storable.ts';
import { LogWriter } from '../writer.ts';
import { SqliteBusStore } from './persister.ts';
import { SqliteReader } from './reader.ts';
import type { CloseOutcome, Job, JobOutcome } from './writer.ts';

export interface SqliteLogOptions {
  path: string;
  pragmas: string;
  /** Bytes of events that may wait for the writer before appends are answered 503. */
  queueBytes?: number;
  onFault?: (fault: string) => void;
}

/** The event log in SQLite: a writer thread with group commit, reads on a connection of their own. */
export class SqliteLog implements EventLog {
  readonly #reader: SqliteReader;
  readonly #writer: LogWriter<Job, JobOutcome>;

  constructor({ path, pragmas, queueBytes, onFault }: SqliteLogOptions) {
    this.#reader = new SqliteReader(path, pragmas, { remembers: true });
    this.#writer = new LogWriter({
      thread: new URL('./writer-thread.ts', import.meta.url),
      workerData: { path, pragmas },
      queueBytes,
      groupsAhead: 2,
      onNote: (fault) => onFault?.(String(fault)),
      onFault,
    });
    void this.#writer.start();
  }

  /** The same database as the one behind a bus. */
  behindBus(): SqliteBusStore {
    return new SqliteBusStore({ reader: this.#reader.db, submit: (job) => this.#writer.submit(job) });
  }

  append(batch: Batch): Promise<Appended> {
    return this.#writer.append(batch);
  }

  check(): Promise<void> {
    return this.#writer.check(async () => {
      await this.#writer.submit({ kind: 'probe', text: probeText() });
      await this.#writer.submit({ kind: 'probe', text: undefined });
    });
  }

  async close(closing: Parameters<EventLog['close']>[0]) {
    return (await this.#writer.submit({ kind: 'close', ...closing })) as CloseOutcome;
  }

  async erase({ sessionPk }: ErasedSession): Promise<void> {
    while ((await this.#writer.submit({ kind: 'erase', sessionPk })) !== 0);
  }

  async kept({ sessionPk }: ErasedSession, after: number): Promise<KeptBatch[]> {
    return this.#reader.kept(sessionPk, after);
  }

  async rewrite({ sessionPk }: ErasedSession, batch: KeptBatch, by: Pick<KeptBatch, 'encoding' | 'body'>) {
    return (await this.#writer.submit({ kind: 'rewrite', sessionPk, batch, by })) === 1;
  }

  async hasArrived(): Promise<boolean> {
    return true;
  }

  /** One file has no parts to drop; sessions go one by one. */
  async expire(): Promise<number> {
    return 0;
  }

  async compact(limit: number): Promise<number> {
    let merged = 0;
    while (merged < limit && (await this.#writer.submit({ kind: 'compact' })) === 1) merged++;
    return merged;
  }

  read(range: EventRange) {
    return this.#reader.read(range);
  }

  async stop(): Promise<void> {
    await this.#writer.stop();
    this.#reader.close();
  }
}
