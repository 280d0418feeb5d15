import type pg from 'pg';
import { mergeNeighbours, type StoredBatch } from '../batch.ts';
import type { SessionKey } from './reader.ts';
import { asBuffer } from './writer.ts';

const compactStep = 2000;

/** Merges the small batches of one closed session that has not been merged; false when there is none. */
export async function compactOne(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
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
