import pg from 'pg';
import type { Patience } from './patience.ts';
import { ProjectionClient } from './projection-client.ts';
import { WaryPool } from './wary-pool.ts';

// Epoch milliseconds and counters fit a double; pg would hand int8 over as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface PostgresOptions {
  url: string;
  poolSize?: number;
  /** Statements may take as long as they need: for migrations, which go through whole tables. */
  unhurried?: boolean;
  /** That of a request unless it is given. */
  patience?: Patience;
  /** Told of connections that broke; the pool replaces them by itself. */
  onConnectionError?: (error: Error) => void;
}

/**
 * PostgreSQL reckons that starting the processes of a parallel plan costs 1 000, as much as reading 1 000 pages. On a
 * busy machine it takes 20 to 100 ms, far more than the page of a list that it would help with. Sums over everything
 * are still worth it.
 */
const parallelSetupCost = 20_000;

export function openPool(options: PostgresOptions): pg.Pool {
  const pool = new WaryPool({
    connectionString: options.url,
    Client: ProjectionClient,
    max: options.poolSize ?? 10,
    patience: options.patience,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'debrief',
    ...(!options.unhurried && {
      statement_timeout: 10_000,
      // When not even the timeout comes back, the network is gone.
      query_timeout: 12_000,
      lock_timeout: 5000,
      idle_in_transaction_session_timeout: 30_000,
    }),
    // Not a parameter of the connection: poolers between us and PostgreSQL refuse those they do not know.
    onConnect: async (client) => {
      await client.query(`set parallel_setup_cost = ${parallelSetupCost}`);
    },
  });
  const onError = options.onConnectionError ?? (() => {});
  pool.on('error', onError);
  // Without its own listener a client that is checked out when the server restarts takes the process down (R4).
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}
