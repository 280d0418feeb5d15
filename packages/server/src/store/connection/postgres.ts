import { createHash } from 'node:crypto';
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { type Database, type OpenDatabase, UnfitDatabase } from '../database.ts';
import { Patience } from './patience.ts';
import { openPool, type PostgresOptions } from './postgres-pool.ts';
import { isUnavailable } from './unavailable.ts';

export function openPostgres(options: PostgresOptions): OpenDatabase & { pool: pg.Pool; patience: Patience } {
  const { patience = new Patience() } = options;
  const pool = openPool({ ...options, patience });
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin()],
  });
  const rows = async <Row>(text: string, values: readonly unknown[]): Promise<Row[]> => {
    const found = await pool.query({ name: statementName(text), text, values: [...values] });
    return found.rows as Row[];
  };
  return {
    engine: 'postgres',
    db,
    pool,
    patience,
    rows,
    lookUp: async <Row>(text: string, values: readonly unknown[]) => (await rows<Row>(text, values))[0],
    async close() {
      await db.destroy();
      if (!pool.ending) await pool.end();
    },
  };
}

const statementNames = new Map<string, string>();

/** PostgreSQL cuts a name at 63 bytes: two texts that begin alike would be taken for one. */
function statementName(text: string): string {
  const known = statementNames.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32);
  statementNames.set(text, known);
  return known;
}

const pauseBetweenTries = 500;

/** Waits for a database that is only just starting. Whoever is refused for good, as with a wrong password, hears so at once. */
export async function untilAnswering(
  { db, patience = new Patience() }: OpenDatabase,
  onWaiting: (fault: unknown) => void = () => {},
): Promise<void> {
  const until = performance.now() + patience.milliseconds;
  for (let tries = 1; ; tries++) {
    try {
      await sql`select 1`.execute(db);
      return;
    } catch (error) {
      if (!isUnavailable(error) || performance.now() + pauseBetweenTries >= until) throw error;
      if (tries === 1) onWaiting(error);
      await new Promise((resolve) => setTimeout(resolve, pauseBetweenTries));
    }
  }
}

/** A server on half of what is being moved would take what it has for all. */
export async function assertWhole({ db, engine }: OpenDatabase): Promise<void> {
  if (engine !== 'postgres') return;
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('move_progress') is not null as there`.execute(db);
  if (rows[0]?.there) {
    throw new UnfitDatabase(
      'A move into this database is not finished: run debrief-server move again, with the settings it was begun with.',
    );
  }
}

/** An acknowledged batch has to survive a power loss (R3); with these off it would not. */
export async function assertDurable({ db }: OpenDatabase): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off'`.execute(db);
  if (rows.length > 0) {
    const names = rows.map((row) => row.name).join(', ');
    throw new UnfitDatabase(
      `PostgreSQL runs with ${names} off: acknowledged events could be lost. Switch it on.`,
    );
  }
}
