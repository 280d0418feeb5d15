import type pg from 'pg';
import type { EventLog, EventRange } from '../../domain/session/log-ports.ts';
import { type StoredBatch, unpack } from '../batch.ts';
import { unwritable } from '../outcome.ts';
import { fillPage, spanOf } from '../page.ts';

/** Where the batches of a session lie: the month it began in, and its number. */
export interface SessionKey {
  bucket: number;
  session_pk: number;
}

export interface PostgresReaderOptions {
  pool: pg.Pool;
  /** Whether an error of the database is a passing one, to be answered 503. */
  isUnavailable(error: unknown): boolean;
}

const batchesAtOnce = 8;

/** Reads the event log of PostgreSQL. */
export class PostgresReader implements Pick<EventLog, 'read'> {
  readonly #pool: pg.Pool;
  readonly #isUnavailable: (error: unknown) => boolean;

  constructor({ pool, isUnavailable }: PostgresReaderOptions) {
    this.#pool = pool;
    this.#isUnavailable = isUnavailable;
  }

  async read(range: EventRange) {
    return this.guarded(async () => {
      const { rows } = await this.#pool.query<SessionKey>({
        name: 'find_session',
        text: 'select bucket, session_pk from sessions where session_id = $1 and organization_id = $2',
        values: [range.sessionId, range.organizationId],
      });
      if (!rows[0]) return { events: [], more: false };
      return fillPage(range, this.#batches(rows[0], range), unpack);
    });
  }

  async *#batches({ bucket, session_pk: pk }: SessionKey, range: EventRange): AsyncGenerator<StoredBatch> {
    const { order, ...span } = spanOf(range);
    let { from, to } = span;
    // The batch that holds `from` may begin before it.
    const { rows: starts } = await this.#pool.query<{ first: number | null }>({
      name: 'read_start',
      text: `select max(first_sequence) as first from event_batches
        where bucket = $1 and session_pk = $2 and first_sequence <= $3`,
      values: [bucket, pk, from],
    });
    from = starts[0]?.first ?? from;
    while (from <= to) {
      const { rows } = await this.#pool.query<StoredBatch>({
        name: `read_batches_${order}`,
        text: `select first_sequence as first, count, accepted_at as at, encoding, body from event_batches
          where bucket = $1 and session_pk = $2 and first_sequence between $3 and $4
          order by first_sequence ${order} limit ${batchesAtOnce}`,
        values: [bucket, pk, from, to],
      });
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < batchesAtOnce) return;
      if (order === 'asc') from = last.first + last.count;
      else to = last.first - 1;
    }
  }

  /** The result of `work`, with a passing fault of the database as 503. */
  async guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw this.#isUnavailable(error) ? unwritable(error) : error;
    }
  }
}
