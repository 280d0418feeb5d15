import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { EventLog, EventRange } from '../../domain/session/log-ports.ts';
import { type BatchHead, keptAtOnce, type StoredBatch, unpack } from '../batch.ts';
import { fillPage, spanOf } from '../page.ts';
import { UnpackedBatches } from '../unpacked.ts';

/** Between the look at its head and at its body the batch was merged with its neighbours, or erased. */
class BatchReplaced extends Error {}

/** Enough for a page of what the CLI sends; more at once where batches are small. */
const fewBatches = 4;
const moreBatches = 8;

/** Reads the event log of SQLite on a connection of its own; any number beside the one writer. */
export class SqliteReader implements Pick<EventLog, 'read'> {
  readonly db: DatabaseSync;
  readonly #unpacked: UnpackedBatches | undefined;
  readonly #findSession: StatementSync;
  readonly #findBody: StatementSync;
  readonly #findKept: StatementSync;
  readonly #findBatches: Record<'asc' | 'desc', StatementSync>;

  /** `remembers`: keeps what was unpacked last, for people who page through it. */
  constructor(path: string, pragmas: string, { remembers }: { remembers: boolean }) {
    this.db = new DatabaseSync(path);
    this.db.exec(`${pragmas} PRAGMA query_only = ON;`);
    // Who reads everything once would only fill the process's memory with it.
    if (remembers) this.db.exec('PRAGMA mmap_size = 1073741824; PRAGMA cache_size = -16384;');
    this.#unpacked = remembers ? new UnpackedBatches() : undefined;
    this.#findSession = this.db.prepare(
      'select session_pk from sessions where session_id = ? and organization_id = ?',
    );
    this.#findBody = this.db.prepare(
      'select count, encoding, body from event_batches where batch_key = (? << 32) | ?',
    );
    this.#findKept = this.db.prepare(
      `select batch_key & 0xffffffff as first, count, accepted_at as at, encoding, body from event_batches
        where batch_key > (?1 << 32) | ?2 and batch_key <= (?1 << 32) | 0xffffffff order by batch_key limit ?3`,
    );
    // The batch that holds the first sequence may begin before it.
    const batches = (order: string) =>
      this.db.prepare(
        `select batch_key & 0xffffffff as first, count, accepted_at as at, encoding from event_batches
          where batch_key >= max(((?1 << 32) | ?5) + 1, coalesce((select max(batch_key) from event_batches
              where batch_key between (?1 << 32) and (?1 << 32) | ?2), (?1 << 32) | ?2))
            and batch_key <= (?1 << 32) | ?3
          order by batch_key ${order} limit ?4`,
      );
    this.#findBatches = { asc: batches('asc'), desc: batches('desc') };
  }

  async read(range: EventRange) {
    const session = this.#findSession.get(range.sessionId, range.organizationId);
    if (!session) return { events: [], more: false };
    const pk = session.session_pk as number;
    const linesOf = (head: BatchHead) =>
      this.#unpacked?.of(pk, head, () => this.#lines(pk, head)) ?? this.#lines(pk, head);
    for (;;) {
      try {
        return await fillPage(range, this.#batches(pk, range), linesOf);
      } catch (error) {
        if (!(error instanceof BatchReplaced)) throw error;
      }
    }
  }

  #lines(pk: number, head: BatchHead): Buffer {
    const found = this.#findBody.get(pk, head.first) as unknown as StoredBatch | undefined;
    if (found?.count !== head.count || found.encoding !== head.encoding) throw new BatchReplaced();
    return unpack(found);
  }

  /** As they are stored, those that begin after a sequence. */
  kept(pk: number, after: number): StoredBatch[] {
    const batches: StoredBatch[] = [];
    let bytes = 0;
    for (const row of this.#findKept.iterate(pk, after, keptAtOnce.batches)) {
      const batch = row as unknown as StoredBatch;
      batches.push(batch);
      bytes += batch.body.byteLength;
      if (bytes >= keptAtOnce.bytes) break;
    }
    return batches;
  }

  *#batches(pk: number, range: EventRange): Generator<BatchHead> {
    const { order, from, ...span } = spanOf(range);
    let { to } = span;
    /** The first sequence of the last batch that was read upwards. */
    let read = 0;
    for (let wanted = fewBatches; from <= to; wanted = moreBatches) {
      const rows = this.#findBatches[order].all(pk, from, to, wanted, read) as unknown as BatchHead[];
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < wanted) return;
      if (order === 'asc') read = last.first;
      else to = last.first - 1;
    }
  }

  close(): void {
    this.db.close();
  }
}
