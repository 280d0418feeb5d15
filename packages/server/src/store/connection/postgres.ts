import { createHash } from 'node:crypto';
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database, OpenDatabase } from '../database.ts';
import { WaryPool } from './wary-pool.ts';

// Epoch milliseconds and counters fit a double; pg would hand int8 over as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface PostgresOptions {
  url: string;
  poolSize?: number;
  /** Statements may take as long as they need: for migrations, which go through whole tables. */
  unhurried?: boolean;
  /** Told of connections that broke; the pool replaces them by itself. */
  onConnectionError?: (error: Error) => void;
}

export function openPostgres(options: PostgresOptions): OpenDatabase & { pool: pg.Pool } {
  const pool = new WaryPool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'debrief',
    ...(!options.unhurried && {
      statement_timeout: 10_000,
      // When not even the timeout comes back, the network is gone.
      query_timeout: 12_000,
      lock_timeout: 5000,
    }),
    idle_in_transaction_session_timeout: 30_000,
  });
  const onError = options.onConnectionError ?? (() => {});
  pool.on('error', onError);
  // Without its own listener a client that is checked out when the server restarts takes the process down (R4).
  pool.on('connect', (client) => client.on('error', onError));
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin()],
  });
  return {
    engine: 'postgres',
    db,
    pool,
    async rows<Row>(text: string, values: readonly unknown[]) {
      const { rows } = await pool.query({ name: statementName(text), text, values: [...values] });
      return rows as Row[];
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

/** An acknowledged batch has to survive a power loss (R3); with these off it would not. */
export async function assertDurable({ db }: OpenDatabase): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off'`.execute(db);
  if (rows.length > 0) {
    const names = rows.map((row) => row.name).join(', ');
    throw new Error(`PostgreSQL runs with ${names} off: acknowledged events could be lost. Switch it on.`);
  }
}
