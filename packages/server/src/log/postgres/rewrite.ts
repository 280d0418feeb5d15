import type pg from 'pg';
import type { PackedBatch, StoredBatch } from '../batch.ts';
import type { SessionKey } from './reader.ts';
import { asBuffer } from './writer.ts';

/** Puts other words in the place of a batch; false when it is not the one any more that was read. */
export async function rewriteBatch(
  pool: pg.Pool,
  { bucket, session_pk: pk }: SessionKey,
  batch: StoredBatch,
  by: PackedBatch,
): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // Whoever merges batches holds this row while it has read them and not yet written what they come to.
    await client.query('select 1 from sessions where session_pk = $1 for update', [pk]);
    const { rowCount } = await client.query(
      `update event_batches set encoding = $4, body = $5
        where bucket = $1 and session_pk = $2 and first_sequence = $3 and count = $6 and encoding = $7 and body = $8`,
      [
        bucket,
        pk,
        batch.first,
        by.encoding,
        asBuffer(by.body),
        batch.count,
        batch.encoding,
        asBuffer(batch.body),
      ],
    );
    await client.query('commit');
    return rowCount === 1;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
