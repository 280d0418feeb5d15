import { Worker } from 'node:worker_threads';
import pg from 'pg';
import type { ErasedSession } from './domain/session/log-ports.ts';
import type { ScrubWiring } from './scrub-thread.ts';

/**
 * Makes the bytes of what was deleted go, too, as far as the database lets us. False: not yet, because somebody still
 * reads a state of the database from before; it has to be asked again.
 */
export type Scrub = (erased: readonly ErasedSession[]) => Promise<boolean>;

/** Deleted cells and pages are overwritten when they are deleted (`secure_delete`); this is about all the rest. */
export const scrubSqlite =
  (wiring: ScrubWiring): Scrub =>
  () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./scrub-thread.ts', import.meta.url), { workerData: wiring });
      worker.unref();
      worker.once('message', (isDone: boolean) => resolve(isDone));
      worker.once('error', reject);
      worker.once('exit', () => resolve(false));
    });

/** Every table that may have held something of these sessions: all of ours but the months they were not in. */
const tablesOf = `
select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'r' and (n.nspname = current_schema() or n.nspname ~ '^projection(_[0-9]+)?$')
  and (not c.relispartition or substring(c.relname from '[0-9]+$')::bigint = any($1::bigint[]))
order by 1`;

/** Who still sees what was there before; until then a row that was deleted has to stay. */
const readersBefore = `
select 1 from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
  and pid <> pg_backend_pid() and age(backend_xmin) > age($1::text::xid)
union all select 1 from pg_replication_slots where age(xmin) > age($1::text::xid)
limit 1`;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Removes the dead rows and what statistics say of them. On a connection of its own: it may take long. */
export const scrubPostgres =
  (url: string): Scrub =>
  async (erased) => {
    const client = new pg.Client({ connectionString: url, application_name: 'debrief scrub' });
    await client.connect();
    try {
      const { rows: now } = await client.query<{ id: string }>(
        'select (pg_current_xact_id()::text::numeric % 4294967296)::text as id',
      );
      for (let tries = 0; (await client.query(readersBefore, [now[0]?.id])).rowCount; tries++) {
        if (tries === 20) return false;
        await pause(100);
      }
      const buckets = [...new Set(erased.flatMap(({ bucket }) => (bucket === null ? [] : [bucket])))];
      const { rows: tables } = await client.query<{ name: string }>(tablesOf, [buckets]);
      // Names come quoted from the catalogue. A month may have been dropped meanwhile.
      for (const { name } of tables)
        await client.query(`vacuum (analyze, index_cleanup on) ${name}`).catch(ignoreMissing);
      return true;
    } finally {
      await client.end();
    }
  };

function ignoreMissing(error: unknown): void {
  if ((error as { code?: unknown }).code !== '42P01') throw error;
}
