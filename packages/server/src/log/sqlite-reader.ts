import { DatabaseSync } from 'node:sqlite';
import type { EventLog, EventRange } from '../domain/ports.ts';
import type { StoredBatch } from './batch.ts';
import { fillPage, spanOf } from './page.ts';

/** Reads the event log of SQLite on a connection of its own; any number beside the one writer. */
export class SqliteReader implements Pick<EventLog, 'read'> {
  readonly db: DatabaseSync;

  constructor(path: string, pragmas: string) {
    this.db = new DatabaseSync(path);
    this.db.exec(`${pragmas} PRAGMA query_only = ON; PRAGMA mmap_size = 1073741824;`);
  }

  async read(range: EventRange) {
    const session = this.db
      .prepare('select session_pk from sessions where session_id = ? and organization_id = ?')
      .get(range.sessionId, range.organizationId);
    if (!session) return { events: [], more: false };
    return fillPage(range, this.#batches(session.session_pk as number, range));
  }

  *#batches(pk: number, range: EventRange): Generator<StoredBatch> {
    const { from, to, order } = spanOf(range);
    if (from > to) return;
    // The batch that holds `from` may begin before it.
    const rows = this.db
      .prepare(
        `select batch_key & 0xffffffff as first, count, accepted_at as at, encoding, body from event_batches
          where batch_key >= coalesce((select max(batch_key) from event_batches
              where batch_key between (?1 << 32) and (?1 << 32) | ?2), (?1 << 32) | ?2)
            and batch_key <= (?1 << 32) | ?3
          order by batch_key ${order}`,
      )
      .iterate(pk, from, to);
    for (const row of rows) yield row as unknown as StoredBatch;
  }

  close(): void {
    this.db.close();
  }
}
