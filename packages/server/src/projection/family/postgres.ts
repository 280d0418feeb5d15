import type pg from 'pg';
import type { LinkValues } from '../links/port.ts';
import { countLater, laterThan, postgresDialect } from './keep.ts';
import { done } from './run.ts';

/** Held until the end of a transaction: whoever tells of requests of an organization does so alone. */
export const familyLock = `select pg_advisory_xact_lock(hashtextextended('requests ' || $1, 0))`;

export const rowsOf =
  (client: Pick<pg.ClientBase, 'query'>) =>
  async (text: string, values: LinkValues): Promise<readonly object[]> =>
    (await client.query(text, values as unknown[])).rows;

/** Sessions that share something with this one and come after it, which nobody changes meanwhile. */
export async function lockedFamily(client: pg.ClientBase, sessionId: string): Promise<string[]> {
  const { rows } = await client.query<{ organizationId: string }>(
    'select organization_id as "organizationId" from projection.session_statistics where session_id = $1',
    [sessionId],
  );
  if (!rows[0]) return [];
  // A step that has put its requests may be waiting for the lock: whoever waited for the step with it would wait for ever.
  await client.query('select 1 from projection.requests where session_id = $1 for update', [sessionId]);
  await client.query(familyLock, [rows[0].organizationId]);
  return done(laterThan(sessionId), rowsOf(client));
}

/** Deletes a session's requests; what it counted, those count that had it next. */
export async function deleteRequests(pool: pg.Pool, sessionId: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const later = await lockedFamily(client, sessionId);
    await client.query('delete from projection.requests where session_id = $1', [sessionId]);
    await done(countLater(postgresDialect, later), rowsOf(client));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
