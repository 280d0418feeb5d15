import type { ClosedStatus } from '@debrief/contract';
import type pg from 'pg';
import type { ErasedSession, EventLog, KeptBatch } from '../../domain/session/log-ports.ts';
import { keptAtOnce } from '../batch.ts';
import { compactOne } from './compact.ts';
import { dropMonths } from './months.ts';
import { PostgresReader, type PostgresReaderOptions } from './reader.ts';
import { rewriteBatch } from './rewrite.ts';

const eraseStep = 200;

/** What the event log in PostgreSQL does with what it has stored. */
export class PostgresStored extends PostgresReader implements Omit<EventLog, 'append' | 'check' | 'stop'> {
  protected readonly pool: pg.Pool;

  constructor(options: PostgresReaderOptions) {
    super(options);
    this.pool = options.pool;
  }

  async close(closing: Parameters<EventLog['close']>[0]) {
    const { organizationId, sessionId, status, endedAt, at } = closing;
    return this.guarded(async () => {
      const closed = await this.pool.query(
        `update sessions set status = $3, ended_at = $4, updated_at = greatest(updated_at, $5)
          where session_id = $1 and organization_id = $2 and status = 'active' returning 1`,
        [sessionId, organizationId, status, endedAt, at],
      );
      if (closed.rowCount) return { status, endedAt, now: true };
      const { rows } = await this.pool.query<{ status: ClosedStatus; endedAt: number }>(
        `select status, ended_at as "endedAt" from sessions where session_id = $1 and organization_id = $2`,
        [sessionId, organizationId],
      );
      return rows[0] && { ...rows[0], now: false };
    });
  }

  async erase({ bucket, sessionPk }: ErasedSession): Promise<void> {
    await this.guarded(async () => {
      const key = [bucket, sessionPk];
      for (;;) {
        const removed = await this.pool.query(
          `delete from event_batches where bucket = $1 and session_pk = $2 and first_sequence in
            (select first_sequence from event_batches where bucket = $1 and session_pk = $2 limit ${eraseStep})`,
          key,
        );
        if (!removed.rowCount) break;
      }
      await this.pool.query('delete from idempotency where bucket = $1 and session_pk = $2', key);
    });
  }

  /** Their lengths are known without reading them, so that no more is read than is handed out. */
  async kept({ bucket, sessionPk }: ErasedSession, after: number): Promise<KeptBatch[]> {
    const { batches, bytes } = keptAtOnce;
    return this.guarded(async () => {
      const { rows } = await this.pool.query<KeptBatch>(
        `select b.first_sequence as first, b.count, b.accepted_at as at, b.encoding, b.body from event_batches b
          join (select first_sequence, sum(length(body)) over (order by first_sequence) - length(body) as before
            from (select first_sequence, body from event_batches where bucket = $1 and session_pk = $2
              and first_sequence > $3 order by first_sequence limit ${batches}) next) sized
            on sized.first_sequence = b.first_sequence
          where b.bucket = $1 and b.session_pk = $2 and sized.before < ${bytes} order by b.first_sequence`,
        [bucket, sessionPk, after],
      );
      return rows;
    });
  }

  async rewrite(
    { bucket, sessionPk }: ErasedSession,
    batch: KeptBatch,
    by: Pick<KeptBatch, 'encoding' | 'body'>,
  ): Promise<boolean> {
    return this.guarded(() =>
      rewriteBatch(this.pool, { bucket: bucket ?? 0, session_pk: sessionPk }, batch, by),
    );
  }

  async hasArrived(_session: ErasedSession, _options: { forgets: boolean }): Promise<boolean> {
    return true;
  }

  expire(before: number, at: number): Promise<number> {
    return this.guarded(() => dropMonths(this.pool, before, at));
  }

  async compact(limit: number): Promise<number> {
    let merged = 0;
    while (merged < limit && (await this.guarded(() => compactOne(this.pool)))) merged++;
    return merged;
  }
}
