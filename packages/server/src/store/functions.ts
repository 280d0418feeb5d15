import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { appendBatches } from './append-batches.ts';
import type { Database } from './database.ts';
import { persistBatches } from './persist-batches.ts';

const functions = { append_batches: appendBatches, persist_batches: persistBatches };

/** A function's text carries its own digest, so that a start can tell whether the database has this very text. */
export function stamped(text: string): { text: string; stamp: string } {
  const stamp = `-- ${createHash('sha256').update(text).digest('hex')}`;
  return { stamp, text: text.replace('as $$', () => `as $$\n${stamp}`) };
}

/**
 * Gives the database the functions of this version, whatever version made it. A function with other parameters is
 * another function to PostgreSQL: the older one stays, for servers of the older version that are still running. A
 * database that has them all is left alone, so that a server may run with a role that cannot change it.
 */
export async function replaceFunctions(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const [name, source] of Object.entries(functions)) {
      const { stamp, text } = stamped(source);
      const present = sql<{ found: number }>`select 1 as found from pg_proc
        where proname = ${name} and pronamespace = current_schema()::regnamespace
          and position(${stamp} in prosrc) > 0`;
      if ((await present.execute(transaction)).rows.length > 0) continue;
      // Two servers that start at once would update the same row of the catalogue.
      await sql`select pg_advisory_xact_lock(hashtext('debrief functions'))`.execute(transaction);
      await sql.raw(text).execute(transaction);
    }
  });
}
