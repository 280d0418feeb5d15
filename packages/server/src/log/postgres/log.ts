import type { ClosedStatus } from '@debrief/contract';
import type pg from 'pg';
import type { Appended, Batch, EventLog } from '../../domain/ports.ts';
import { appendPatience } from '../outcome.ts';
import { probeName, probeText } from '../storable.ts';
import { LogWriter } from '../writer.ts';
import { compactOne } from './compact.ts';
import { dropMonths } from './months.ts';
import { PostgresReader, type PostgresReaderOptions, type SessionKey } from './reader.ts';

export interface PostgresLogOptions extends PostgresReaderOptions {
  /** The thread that appends, see postgres-writer-thread.ts. */
  thread: { url: URL; workerData: unknown };
  queueBytes?: number;
  onFault?: (fault: string) => void;
}

/** One group is packed while two are being committed. */
const groupsAhead = 3;
const eraseStep = 200;

/** The event log in PostgreSQL: appends by a writer thread with group commit, everything else on the pool. */
export class PostgresLog extends PostgresReader implements EventLog {
  readonly #pool: pg.Pool;
  readonly #writer: LogWriter<never, never>;

  constructor(options: PostgresLogOptions) {
    super(options);
    const { pool, thread, queueBytes, onFault } = options;
    this.#pool = pool;
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
      await this.#pool.query(
        'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
        [probeName, probeText()],
      );
      await this.#pool.query('delete from settings where name = $1', [probeName]);
    });
  }

  async close(closing: Parameters<EventLog['close']>[0]) {
    const { organizationId, sessionId, status, endedAt, at } = closing;
    return this.guarded(async () => {
      const closed = await this.#pool.query(
        `update sessions set status = $3, ended_at = $4, updated_at = greatest(updated_at, $5)
          where session_id = $1 and organization_id = $2 and status = 'active' returning 1`,
        [sessionId, organizationId, status, endedAt, at],
      );
      if (closed.rowCount) return { status, endedAt, now: true };
      const { rows } = await this.#pool.query<{ status: ClosedStatus; endedAt: number }>(
        `select status, ended_at as "endedAt" from sessions where session_id = $1 and organization_id = $2`,
        [sessionId, organizationId],
      );
      return rows[0] && { ...rows[0], now: false };
    });
  }

  async erase(sessionId: string): Promise<void> {
    await this.guarded(async () => {
      const { rows } = await this.#pool.query<SessionKey>(
        'select bucket, session_pk from sessions where session_id = $1',
        [sessionId],
      );
      if (!rows[0]) return;
      const key = [rows[0].bucket, rows[0].session_pk];
      for (;;) {
        const removed = await this.#pool.query(
          `delete from event_batches where bucket = $1 and session_pk = $2 and first_sequence in
            (select first_sequence from event_batches where bucket = $1 and session_pk = $2 limit ${eraseStep})`,
          key,
        );
        if (!removed.rowCount) break;
      }
      await this.#pool.query('delete from idempotency where bucket = $1 and session_pk = $2', key);
    });
  }

  expire(before: number): Promise<number> {
    return this.guarded(() => dropMonths(this.#pool, before));
  }

  async compact(limit: number): Promise<number> {
    let merged = 0;
    while (merged < limit && (await this.guarded(() => compactOne(this.#pool)))) merged++;
    return merged;
  }

  async stop(): Promise<void> {
    await this.#writer.stop();
  }
}
