import type { ClosedStatus } from '@debrief/contract';
import type pg from 'pg';
import type { Appended, Batch, EventLog, EventRange } from '../../domain/ports.ts';
import { mergeNeighbours, type StoredBatch, unpack } from '../batch.ts';
import { digest } from '../digest.ts';
import { InProgress } from '../in-progress.ts';
import { type AppendOutcome, appendPatience, overloaded, settle, storedBy, unwritable } from '../outcome.ts';
import { type PackedLines, Packer } from '../packer.ts';
import { fillPage, spanOf } from '../page.ts';
import { probeName, probeText, Storable } from '../storable.ts';
import { dropMonths } from './months.ts';

interface Waiting {
  batch: Batch;
  packed: PackedLines;
  resolve(outcome: AppendOutcome): void;
  reject(error: unknown): void;
}

export interface PostgresLogOptions {
  pool: pg.Pool;
  /** Whether an error of the database is a passing one, to be answered 503. */
  isUnavailable(error: unknown): boolean;
  queueBytes?: number;
}

/** Where the batches of a session lie: the month it began in, and its number. */
interface SessionKey {
  bucket: number;
  session_pk: number;
}

const groupsAhead = 2;
const groupBytes = 8 * 1024 * 1024;
const groupBatches = 128;
const batchesAtOnce = 8;
/** A group that gets no answer gives its place to the next; its connection is not used again. */
const groupTimeout = 5000;
const eraseStep = 200;
const compactStep = 2000;

/** The event log in PostgreSQL: appends that wait for each other travel in one statement, which is one commit. */
export class PostgresLog implements EventLog {
  readonly #pool: pg.Pool;
  readonly #options: PostgresLogOptions;
  readonly #inProgress = new InProgress();
  readonly #packer = new Packer();
  readonly #storable = new Storable();
  readonly #queueBytes: number;
  #waiting: Waiting[] = [];
  #queuedBytes = 0;
  #groups = 0;
  #appending = 0;
  #idle: (() => void) | undefined;

  constructor(options: PostgresLogOptions) {
    this.#options = options;
    this.#pool = options.pool;
    this.#queueBytes = options.queueBytes ?? 128 * 1024 * 1024;
  }

  append(batch: Batch): Promise<Appended> {
    return this.#inProgress.guard(batch, () => this.#storable.watch(this.#append(batch)));
  }

  check(): Promise<void> {
    return this.#storable.check(async () => {
      await this.#pool.query(
        'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
        [probeName, probeText()],
      );
      await this.#pool.query('delete from settings where name = $1', [probeName]);
    });
  }

  async #append(batch: Batch): Promise<Appended> {
    const size = batch.lines.byteLength;
    if (this.#queuedBytes + size > this.#queueBytes) throw overloaded();
    this.#queuedBytes += size;
    this.#appending++;
    try {
      const deadline = Date.now() + appendPatience;
      const packed = await this.#packer.pack(batch.lines);
      const outcome = new Promise<AppendOutcome>((resolve, reject) => {
        this.#waiting.push({ batch, packed, resolve, reject });
        this.#send();
      });
      return settle(await storedBy(deadline, outcome));
    } finally {
      this.#waiting = this.#waiting.filter((waiting) => waiting.batch !== batch);
      this.#queuedBytes -= size;
      if (--this.#appending === 0) this.#idle?.();
    }
  }

  #send(): void {
    while (this.#waiting.length > 0 && this.#groups < groupsAhead) {
      let size = 0;
      let end = 0;
      while (end < this.#waiting.length && end < groupBatches && (end === 0 || size < groupBytes)) {
        size += (this.#waiting[end++] as Waiting).packed.body.byteLength;
      }
      void this.#write(this.#waiting.splice(0, end));
    }
  }

  async #write(group: Waiting[]): Promise<void> {
    this.#groups++;
    try {
      const outcomes = await this.#appendGroup(group);
      for (const [index, { resolve }] of group.entries()) resolve(outcomes[index] as AppendOutcome);
    } catch (error) {
      const fault = this.#options.isUnavailable(error) ? unwritable(error) : error;
      for (const { reject } of group) reject(fault);
    } finally {
      this.#groups--;
      this.#send();
    }
  }

  async #appendGroup(group: readonly Waiting[]): Promise<AppendOutcome[]> {
    const query: pg.QueryConfig & { query_timeout: number } = {
      query_timeout: groupTimeout,
      name: 'append_batches',
      text: 'select * from append_batches($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
      values: [
        group.map(({ batch }) => batch.organizationId),
        group.map(({ batch }) => batch.sessionId),
        group.map(({ batch }) => batch.secretId ?? ''),
        group.map(({ batch }) => batch.count),
        group.map(({ batch }) => batch.at),
        group.map(({ batch }) => (batch.key === undefined ? '' : digest(batch.key))),
        group.map(({ batch, packed }) => (batch.key === undefined ? '' : packed.fingerprint)),
        group.map(({ packed }) => packed.encoding),
        group.map(({ packed }) => packed.body.byteLength),
        // One parameter for all bodies: an array of bytea would travel as escaped text.
        group.length === 1 && group[0] ? asBuffer(group[0].packed.body) : joined(group),
      ],
    };
    return (await this.#pool.query<AppendOutcome>(query)).rows;
  }

  async close(closing: Parameters<EventLog['close']>[0]) {
    const { organizationId, sessionId, status, endedAt, at } = closing;
    return this.#guarded(async () => {
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

  async read(range: EventRange) {
    return this.#guarded(async () => {
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

  async erase(sessionId: string): Promise<void> {
    await this.#guarded(async () => {
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
    return this.#guarded(() => dropMonths(this.#pool, before));
  }

  async compact(limit: number): Promise<number> {
    let merged = 0;
    while (merged < limit && (await this.#guarded(() => this.#compactOne()))) merged++;
    return merged;
  }

  async #compactOne(): Promise<boolean> {
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      // Several servers may look at once; each takes a session of its own.
      const { rows: sessions } = await client.query<SessionKey & { compacted_to: number }>(
        `select bucket, session_pk, compacted_to from sessions where compacted_to is not null and status <> 'active'
          limit 1 for update skip locked`,
      );
      const session = sessions[0];
      if (session) await mergeSession(client, session, session.compacted_to);
      await client.query('commit');
      return session !== undefined;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  }

  async stop(): Promise<void> {
    while (this.#appending > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    }
    await this.#packer.stop();
  }

  async #guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw this.#options.isUnavailable(error) ? unwritable(error) : error;
    }
  }
}

const asBuffer = (body: Uint8Array): Buffer => Buffer.from(body.buffer, body.byteOffset, body.byteLength);

const joined = (group: readonly Waiting[]): Buffer => Buffer.concat(group.map(({ packed }) => packed.body));

async function mergeSession(client: pg.PoolClient, key: SessionKey, done: number): Promise<void> {
  const { bucket, session_pk: pk } = key;
  const { rows: batches } = await client.query<StoredBatch>(
    `select first_sequence as first, count, accepted_at as at, encoding, body from event_batches
      where bucket = $1 and session_pk = $2 and first_sequence > $3 order by first_sequence limit ${compactStep}`,
    [bucket, pk, done],
  );
  for (const { merged, replaces } of mergeNeighbours(batches)) {
    await client.query(
      'delete from event_batches where bucket = $1 and session_pk = $2 and first_sequence = any($3)',
      [bucket, pk, replaces.map((batch) => batch.first)],
    );
    await client.query('insert into event_batches values ($1, $2, $3, $4, $5, $6, $7)', [
      bucket,
      pk,
      merged.first,
      merged.count,
      merged.at,
      merged.encoding,
      asBuffer(merged.body),
    ]);
  }
  const last = batches.at(-1);
  const next = last && batches.length === compactStep ? last.first : null;
  await client.query('update sessions set compacted_to = $2 where session_pk = $1', [pk, next]);
}
