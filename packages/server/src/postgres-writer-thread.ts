import { workerData } from 'node:worker_threads';
import type { Batch } from './domain/session/log-ports.ts';
import type { AppendOutcome } from './log/outcome.ts';
import { PostgresWriter } from './log/postgres/writer.ts';
import { openPool } from './store/connection/postgres-pool.ts';
import { isUnavailable } from './store/connection/unavailable.ts';
import { answerTogether, faultText, note } from './worker/worker-answer.ts';

/** The thread behind log/postgres/log.ts, and its wiring: a connection of its own, on which it appends. */

export interface PostgresWriterWiring {
  url: string;
}

/** One group is committed at a time: with two at once fewer batches were stored in all (docs/performance-archive.md). */
const connections = 1;

const { url } = workerData as PostgresWriterWiring;
const pool = openPool({
  url,
  poolSize: connections,
  onConnectionError: (error) => note(faultText(error)),
});
const writer = new PostgresWriter({ pool, isUnavailable });

answerTogether<Batch, AppendOutcome>((batches) => writer.append(batches), { stop: () => pool.end() });
