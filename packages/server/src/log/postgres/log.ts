import type { Appended, Batch, EventLog } from '../../domain/session/log-ports.ts';
import { appendPatience } from '../outcome.ts';
import { probeName, probeText } from '../storable.ts';
import { LogWriter } from '../writer.ts';
import type { PostgresReaderOptions } from './reader.ts';
import { PostgresStored } from './stored.ts';

export interface PostgresLogOptions extends PostgresReaderOptions {
  /** The thread that appends, see postgres-writer-thread.ts. */
  thread: { url: URL; workerData: unknown };
  queueBytes?: number;
  onFault?: (fault: string) => void;
}

/** One group is packed while another is being committed. */
const groupsAhead = 2;

/** The event log in PostgreSQL: appends by a writer thread with group commit, everything else on the pool. */
export class PostgresLog extends PostgresStored implements EventLog {
  readonly #writer: LogWriter<never, never>;

  constructor(options: PostgresLogOptions) {
    super(options);
    const { thread, queueBytes, onFault } = options;
    this.#writer = new LogWriter({
      thread: thread.url,
      workerData: thread.workerData,
      queueBytes,
      groupsAhead,
      patience: appendPatience,
      onNote: (fault) => onFault?.(String(fault)),
      onFault,
    });
  }

  /** Resolves when the writer is ready for the first append. */
  start(): Promise<void> {
    return this.#writer.start();
  }

  append(batch: Batch): Promise<Appended> {
    return this.#writer.append(batch);
  }

  check(): Promise<void> {
    return this.#writer.check(async () => {
      await this.pool.query(
        'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
        [probeName, probeText()],
      );
      await this.pool.query('delete from settings where name = $1', [probeName]);
    });
  }

  async stop(): Promise<void> {
    await this.#writer.stop();
  }
}
