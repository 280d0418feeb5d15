import { parentPort, workerData } from 'node:worker_threads';
import { createPriceList, type OwnPrice } from '@debrief/prices';
import type { DatabaseConfig } from './config.ts';
import type { EventLog } from './domain/session/log-ports.ts';
import { PostgresReader } from './log/postgres/reader.ts';
import { SqliteReader } from './log/sqlite/reader.ts';
import { Folding } from './projection/folding.ts';
import type { Projection } from './projection/port.ts';
import { PostgresProjection } from './projection/postgres.ts';
import { SqliteProjection } from './projection/sqlite.ts';
import { projectionPath } from './projection/sqlite-schema.ts';
import type { Order, Report, ThreadStart } from './projection/thread/folding-thread.ts';
import { openPool } from './store/connection/postgres-pool.ts';
import { sqlitePragmas } from './store/connection/sqlite-pragmas.ts';
import { isUnavailable } from './store/connection/unavailable.ts';
import { lowerThreadPriority, ownThreadId } from './worker/thread-priority.ts';

/** The thread behind projection/thread/projector.ts, and its wiring: which log it reads, where it writes, what tokens cost. */

export interface ProjectionWiring {
  database: DatabaseConfig;
  ownPrices: readonly OwnPrice[];
}

function open(config: DatabaseConfig): { projection: Projection; log: Pick<EventLog, 'read'> } {
  if (config.engine === 'sqlite') {
    const { path } = config;
    const projection = new SqliteProjection({
      path,
      pragmas: sqlitePragmas,
      projectionPath: projectionPath(path),
    });
    return { projection, log: new SqliteReader(path, sqlitePragmas, { remembers: false }) };
  }
  const pool = openPool({ url: config.url, poolSize: 2 });
  return { projection: new PostgresProjection(pool), log: new PostgresReader({ pool, isUnavailable }) };
}

/**
 * A tenth of a busy core. The lowest priority would get a seventieth: beside any other work on the machine nothing
 * would be derived for minutes.
 */
const lowPriority = 10;

const aliveEvery = 200;

if (parentPort) {
  const port = parentPort;
  const { wiring, deadly, onlyWork } = workerData as ThreadStart<ProjectionWiring>;
  const report = (message: Report) => port.postMessage(message);
  const threadId = ownThreadId();
  if (threadId !== undefined) lowerThreadPriority(threadId, lowPriority);
  const folding = new Folding({
    ...open(wiring.database),
    prices: createPriceList(wiring.ownPrices),
    deadly,
    onlyWork,
    onProgress: (progress) => report({ kind: 'progress', ...progress }),
    onRemoved: (what) => report({ kind: 'removed', what }),
    onOtherVersions: (areThere) => report({ kind: 'otherVersions', areThere }),
    onBegin: (sessionId) => report({ kind: 'begin', sessionId }),
    onFolded: ({ organizationId, sessionId }) => report({ kind: 'folded', organizationId, sessionId }),
    onSetAside: ({ organizationId, sessionId }, cause, reason) =>
      report({ kind: 'setAside', organizationId, sessionId, cause, reason }),
    onFault: (fault, sessionId) =>
      report({
        kind: 'fault',
        fault: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault),
        ...(sessionId !== undefined && { sessionId }),
      }),
  });
  port.on('message', (order: Order) => {
    if (order !== 'stop') folding.rung(order.rung, order.isBusy);
    else void folding.stop().finally(() => port.close());
  });
  const alive = () => report({ kind: 'alive', ...(threadId !== undefined && { threadId }) });
  alive();
  setInterval(alive, aliveEvery).unref();
  folding.start();
}
