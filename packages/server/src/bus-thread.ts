import { workerData } from 'node:worker_threads';
import type { BusConfig, DatabaseConfig } from './config.ts';
import type { EventLog } from './domain/session/log-ports.ts';
import type { BusStore } from './log/bus/behind.ts';
import { Bus } from './log/bus/connection.ts';
import { BusEngine } from './log/bus/engine.ts';
import { streamFollowed } from './log/bus/lineage/generation.ts';
import type { BusNote, BusOrder, BusOutcome } from './log/bus/log.ts';
import type { AppendOutcome } from './log/outcome.ts';
import { PostgresBusStore } from './log/postgres/persister.ts';
import { PostgresStored } from './log/postgres/stored.ts';
import { SqliteLog } from './log/sqlite/log.ts';
import type { AppendJob } from './log/writer.ts';
import { Patience, startPatience } from './store/connection/patience.ts';
import { openPool } from './store/connection/postgres-pool.ts';
import { sqlitePragmas } from './store/connection/sqlite-pragmas.ts';
import { isUnavailable } from './store/connection/unavailable.ts';
import { answerQuestions, faultText, note } from './worker/worker-answer.ts';

/** The thread behind log/bus/log.ts, and its wiring: the bus, and the database behind it on connections of its own. */

export interface BusWiring {
  database: DatabaseConfig;
  bus: BusConfig;
}

interface Behind {
  log: Pick<EventLog, 'close' | 'erase'>;
  store: BusStore;
  /** From now on appends wait for it, and no start any more. */
  serve(): void;
  stop(): Promise<void>;
}

/** One each for the look-ups, a run being written, a turn being renewed, and for everything else. */
const connections = 4;

/** Milliseconds between two looks at whether the bus can be reached. */
const lookEvery = 50;

const tell = (said: BusNote) => note(said);
const onFault = (fault: unknown) => tell({ kind: 'fault', fault: faultText(fault) });

function openBehind(config: DatabaseConfig): Behind {
  if (config.engine === 'sqlite') {
    const log = new SqliteLog({ path: config.path, pragmas: sqlitePragmas, onFault });
    return { log, store: log.behindBus(), serve: () => {}, stop: () => log.stop() };
  }
  const patience = Patience.ofStart();
  const pool = openPool({ url: config.url, poolSize: connections, patience, onConnectionError: onFault });
  return {
    log: new PostgresStored({ pool, isUnavailable }),
    store: new PostgresBusStore({ pool, isUnavailable, patience }),
    serve: () => patience.serve(),
    stop: () => pool.end(),
  };
}

/**
 * Two sequencers would number the same events twice, so a database that has followed one stream takes nothing from
 * another until it is told that the first is empty.
 */
async function mustFollow(store: BusStore, bus: Bus): Promise<void> {
  const { stream } = await store.follow(bus.identity);
  if (stream === bus.identity) return;
  throw new Error(
    `This database follows another stream (${stream}) than the one at NATS_URL (${bus.identity}). Run "debrief-server persist drain" with the old one, or, if it is lost, "debrief-server persist renew" with this one.`,
  );
}

async function open({ database, bus: config }: BusWiring) {
  const behind = openBehind(database);
  let bus: Bus | undefined;
  try {
    const followed = await behind.store.position();
    const stream = streamFollowed(config.stream, followed);
    bus = await Bus.connect({
      ...config,
      stream,
      isFollowed: followed !== undefined,
      patience: startPatience,
      onFault,
    });
    await mustFollow(behind.store, bus);
    const engine = await BusEngine.open({
      bus,
      behind: behind.log,
      store: behind.store,
      persists: config.persists,
      configured: config.stream,
      // Another thread is started in the place of this one, and begins with the stream that is followed now.
      onReplaced: () => process.exit(),
      onPersisted: (sessions) => tell({ kind: 'persisted', sessions }),
      onFault,
    });
    behind.serve();
    tell({ kind: 'ready', serverVersion: bus.serverVersion });
    return { engine, behind };
  } catch (error) {
    tell({ kind: 'refused', reason: error instanceof Error ? error.message : String(error) });
    await bus?.close();
    await behind.stop();
    throw error;
  }
}

const { engine, behind } = await open(workerData as BusWiring);

async function answer(job: BusOrder | AppendJob): Promise<BusOutcome | AppendOutcome> {
  switch (job.kind) {
    case 'append': {
      const { first, count, replayed, async } = await engine.append(job);
      return { kind: replayed ? 'replayed' : 'appended', first, count, status: async ? 202 : 200 };
    }
    case 'close':
      return engine.close(job.closing);
    case 'erase':
      await engine.erase(job.erased);
      return undefined;
    case 'arrived':
      return engine.hasArrived(job.sessionId, job.forgets);
    case 'settle':
      await engine.settled(job.patience);
      return undefined;
    case 'check':
      engine.mustBeUp();
      return undefined;
    case 'probe':
      await engine.probe();
      return undefined;
  }
}

setInterval(() => tell({ kind: 'lag', seconds: engine.lag / 1000 }), 1000).unref();

let told: { isUp: boolean; misfit: string | undefined } = { isUp: true, misfit: undefined };
setInterval(tellReach, lookEvery).unref();
tellReach();

function tellReach(): void {
  const { isUp, misfit } = engine;
  if (isUp === told.isUp && misfit === told.misfit) return;
  told = { isUp, misfit };
  tell({ kind: 'reach', ...told });
}

answerQuestions(answer, {
  every: 1,
  async stop() {
    await engine.stop();
    await behind.stop();
  },
});
