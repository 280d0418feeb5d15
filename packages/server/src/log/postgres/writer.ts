import type pg from 'pg';
import type { Batch } from '../../domain/session/log-ports.ts';
import { type PackedLines, packLines } from '../batch.ts';
import { digest } from '../digest.ts';
import { type AppendOutcome, unwritable } from '../outcome.ts';
import type { PostgresReaderOptions } from './reader.ts';

/** A group that gets no answer gives its place to the next; its connection is not used again. */
const groupTimeout = 5000;

/** Appends to the event log of PostgreSQL. It runs on a thread of its own, with a connection of its own. */
export class PostgresWriter {
  readonly #pool: pg.Pool;
  readonly #isUnavailable: (error: unknown) => boolean;

  constructor({ pool, isUnavailable }: PostgresReaderOptions) {
    this.#pool = pool;
    this.#isUnavailable = isUnavailable;
  }

  /** Stores a group in one statement, which is one commit. Throws when nothing of it was stored, or when that is not known. */
  async append(group: readonly Batch[]): Promise<AppendOutcome[]> {
    try {
      const { rows } = await this.#pool.query<AppendOutcome>(appendQuery(group));
      return rows;
    } catch (error) {
      throw this.#isUnavailable(error) ? unwritable(error) : error;
    }
  }
}

function appendQuery(group: readonly Batch[]): pg.QueryConfig & { query_timeout: number } {
  const packed = group.map(({ lines }) => packLines(lines));
  return {
    query_timeout: groupTimeout,
    name: 'append_batches',
    text: 'select * from append_batches($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
    values: [
      group.map(({ organizationId }) => organizationId),
      group.map(({ sessionId }) => sessionId),
      group.map(({ secretId }) => secretId ?? ''),
      group.map(({ count }) => count),
      group.map(({ at }) => at),
      group.map(({ key }) => (key === undefined ? '' : digest(key))),
      group.map(({ key, sent }, index) => (key === undefined ? '' : (sent ?? packed[index]?.fingerprint))),
      packed.map(({ encoding }) => encoding),
      packed.map(({ body }) => body.byteLength),
      bodyOf(packed),
      group.map(({ mode }) => mode ?? ''),
      group.map(({ environmentId }) => environmentId ?? ''),
    ],
  };
}

/** One parameter for all bodies: an array of bytea would travel as escaped text. */
function bodyOf(packed: readonly PackedLines[]): Buffer {
  const [first] = packed;
  return packed.length === 1 && first ? asBuffer(first.body) : Buffer.concat(packed.map(({ body }) => body));
}

export const asBuffer = (body: Uint8Array): Buffer =>
  Buffer.from(body.buffer, body.byteOffset, body.byteLength);
