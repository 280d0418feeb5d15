import { type Kysely, sql } from 'kysely';
import type { Database, Engine } from '../database.ts';

/**
 * Until the end of the transaction: those who `say` something about what `id` names go on side by side; whoever `end`s it
 * waits for them, and those who come later wait for that. Taken before any row, so that nobody waits for somebody who
 * waits for them. SQLite has one writer at a time.
 */
export async function waitFor(
  transaction: Kysely<Database>,
  engine: Engine,
  id: string,
  why: 'say' | 'end',
): Promise<void> {
  if (engine !== 'postgres') return;
  const lock = sql.raw(why === 'say' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  await sql`select ${lock}(hashtextextended(${id}, 0))`.execute(transaction);
}
