import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import type { BusWiring } from './bus-thread.ts';
import type { Config } from './config.ts';
import type { ChainStore, SealedEvents } from './domain/chain/ports.ts';
import type { Store } from './domain/ports.ts';
import type { BatchesChange, FoundSecrets, RedactionStore } from './domain/redaction/ports.ts';
import type { Bell, EventLog } from './domain/session/log-ports.ts';
import type { ExecutorWiring } from './executor-thread.ts';
import { LocalBell } from './log/bell.ts';
import type { BusStore } from './log/bus/behind.ts';
import { JetStreamLog } from './log/bus/log.ts';
import { PostgresBell } from './log/postgres/bell.ts';
import { PostgresLog } from './log/postgres/log.ts';
import { PostgresBusStore } from './log/postgres/persister.ts';
import { PostgresReader } from './log/postgres/reader.ts';
import type { RedactionQuestion } from './log/rewritten.ts';
import type { SealQuestion } from './log/seal.ts';
import type { SecretsQuestion } from './log/secrets.ts';
import { SqliteLog } from './log/sqlite/log.ts';
import { SqliteReader } from './log/sqlite/reader.ts';
import { StartRefused } from './operator/bad-start.ts';
import type { PostgresWriterWiring } from './postgres-writer-thread.ts';
import { type Derived, postgresDerived, sqliteDerived } from './projection/derived.ts';
import { preparePostgresModel, resetPostgresModel } from './projection/model/postgres.ts';
import { progressSql } from './projection/model/question.ts';
import { prepareSqliteModel, resetSqliteModel } from './projection/model/sqlite.ts';
import type { Progress } from './projection/model/tables.ts';
import { projectionPath } from './projection/sqlite-schema.ts';
import { type Scrub, scrubPostgres, scrubSqlite } from './scrub.ts';
import { Patience } from './store/connection/patience.ts';
import { openPostgres } from './store/connection/postgres.ts';
import { openSqlite } from './store/connection/sqlite.ts';
import { sqlitePragmas } from './store/connection/sqlite-pragmas.ts';
import { guarded, isUnavailable } from './store/connection/unavailable.ts';
import { type OpenDatabase, UnfitDatabase } from './store/database.ts';
import { rateExchange } from './store/rate.ts';
import { prepare, type Starting, type StartOptions } from './store/start.ts';
import { createStore } from './store/store.ts';
import { Executor } from './worker/executor.ts';

export interface Storage {
  database: OpenDatabase;
  store: Store;
  log: EventLog;
  executor: Executor;
  /** Of the server of the bus that the log is sent through, if it is. */
  natsVersion: string | undefined;
  busStore: BusStore;
  bell: Bell;
  /** Adds up the rate limits of several processes, where there can be several. */
  exchangeRates: ReturnType<typeof rateExchange> | undefined;
  migrated: string[];
  /** Throws away what this version has derived; whoever serves it notices within a minute, and all of it is work. */
  resetDerived(): Promise<void>;
  /** How far deriving everything has come. */
  rebuildProgress(): Promise<Progress>;
  /** From now on requests wait for the database, and have less patience than a start. */
  serve(): void;
  stop(): Promise<void>;
}

interface StorageOptions extends StartOptions {
  config: Pick<Config, 'database'> & Partial<Pick<Config, 'bus'>>;
  /** For what needs no events: leaves the bus alone. */
  withoutBus?: boolean;
  onFault(fault: unknown): void;
}

/** Opens the configured engine, migrates it and builds both ports on it. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { config, onFault } = options;
  const engine = open(config.database, onFault);
  const { database, resetDerived, createDerived, createLog, createBell, exchangeRates, scrub } = engine;
  try {
    const migrated = await prepare(engine.starting(), options);
    const executor = createExecutor(config.database);
    const store = createStore(database, createDerived(executor), {
      scrub,
      change: changeAside(executor),
      secrets: secretsAside(executor),
      sealEvents: sealAside(executor),
    });
    const bell = createBell();
    const direct = createLog();
    const log = await openLog(options, direct, (session) => bell.ring(session)).catch(async (error) => {
      await Promise.allSettled([bell.stop(), direct.log.stop()]);
      throw error;
    });
    return {
      database,
      store,
      log,
      executor,
      natsVersion: log instanceof JetStreamLog ? log.serverVersion : undefined,
      busStore: direct.store,
      bell,
      exchangeRates,
      migrated,
      resetDerived,
      async rebuildProgress() {
        const [progress] = await database.rows<Progress>(progressSql, []);
        return progress ?? { total: 0, left: 0 };
      },
      serve: () => database.patience?.serve(),
      async stop() {
        await bell.stop();
        await log.stop();
        await executor.stop();
        await store.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The log of the database itself, and what a bus in front of it needs. */
interface DirectLog {
  log: EventLog & { start?(): Promise<void> };
  store: BusStore;
}

/**
 * The log of the database, with a bus in front of it if one is configured. Two sequencers would number the same
 * events twice, so a database that has followed a stream takes nothing without it, until it is told that the stream
 * is empty.
 */
async function openLog(
  { config, withoutBus, onFault }: StorageOptions,
  direct: DirectLog,
  onPersisted: (session: { organizationId: string; sessionId: string }) => void,
): Promise<EventLog> {
  if (withoutBus) return direct.log;
  if (config.bus) {
    return JetStreamLog.open({
      thread: {
        url: new URL('./bus-thread.ts', import.meta.url),
        workerData: { database: config.database, bus: config.bus } satisfies BusWiring,
      },
      behind: direct.log,
      onPersisted,
      onFault,
    }).catch((error: Error) => {
      throw busRefusal(config.bus?.url ?? '', error);
    });
  }
  const position = await direct.store.position();
  if (position) {
    throw new UnfitDatabase(
      `Events may still wait on the bus (${position.stream}). Set NATS_URL, or run "debrief-server persist drain" with it once.`,
    );
  }
  await direct.log.start?.();
  return direct.log;
}

/** Words are taken out where it holds nobody up. */
const changeAside =
  (executor: Executor): RedactionStore['change'] =>
  (caller, change) =>
    executor.run<BatchesChange>(caller, { task: 'redaction', ...change } satisfies RedactionQuestion);

const secretsAside =
  (executor: Executor): RedactionStore['secrets'] =>
  (caller, wanted) =>
    executor.run<FoundSecrets>(caller, { task: 'secrets', ...wanted } satisfies SecretsQuestion);

const sealAside =
  (executor: Executor): ChainStore['sealEvents'] =>
  (caller, wanted) =>
    executor.run<SealedEvents>(caller, { task: 'seal', ...wanted } satisfies SealQuestion);

/** Costly work, for whoever asks: each has its turn. */
export const createExecutor = (database: Config['database']): Executor =>
  new Executor({
    thread: new URL('./executor-thread.ts', import.meta.url),
    workerData: { database } satisfies ExecutorWiring,
  });

/** Why there is no bus, in a sentence that says what to do; what the thread says of streams is one already. */
function busRefusal(url: string, { message }: Error): StartRefused {
  if (/\brun "debrief-server|Set NATS_/i.test(message)) return new StartRefused(message);
  const places = url.split(',').map((one) => (URL.canParse(one.trim()) ? new URL(one.trim()).host : one));
  return new StartRefused(
    `NATS at ${places.join(', ')} cannot be used (${message.trim().replace(/\.$/, '')}): start it with JetStream, or correct NATS_URL.`,
  );
}

interface OpenEngine {
  database: OpenDatabase;
  starting(): Starting;
  resetDerived(): Promise<void>;
  createDerived(executor: Executor): Derived;
  createLog(): DirectLog;
  createBell(): Bell;
  exchangeRates: Storage['exchangeRates'];
  scrub: Scrub;
}

function open(config: Config['database'], onFault: (fault: unknown) => void): OpenEngine {
  if (config.engine === 'sqlite') {
    const { path } = config;
    const database = openSqlite(path);
    return {
      database,
      starting: () => ({
        database,
        async prepareProjection(start) {
          const log = new SqliteReader(path, sqlitePragmas, { remembers: false });
          try {
            await prepareSqliteModel(path, { ...start, log });
          } finally {
            log.close();
          }
          const url = pathToFileURL(projectionPath(path));
          // Only to read: a transaction of the records must never wait for who writes there.
          url.searchParams.set('mode', 'ro');
          database.native.prepare('attach database ? as projection').run(url.href);
        },
        end: async () => {},
      }),
      resetDerived: async () => resetSqliteModel(path),
      createDerived: (executor) =>
        sqliteDerived({
          executor,
          path,
          projectionPath: projectionPath(path),
          queries: guarded({ rows: database.rows, lookUp: database.lookUp }, undefined),
        }),
      createLog: () => {
        const log = new SqliteLog({ path, pragmas: sqlitePragmas, onFault });
        return { log, store: log.behindBus() };
      },
      createBell: () => new LocalBell(),
      exchangeRates: undefined,
      scrub: scrubSqlite({ path, projectionPath: projectionPath(path) }),
    };
  }
  const { url } = config;
  const patience = Patience.ofStart();
  const database = openPostgres({ url, patience, onConnectionError: onFault });
  return {
    database,
    starting() {
      const own = openPostgres({ url, poolSize: 2, patience, unhurried: true });
      const log = new PostgresReader({ pool: own.pool, isUnavailable });
      return {
        database: own,
        prepareProjection: (start) => preparePostgresModel(own.pool, { ...start, log }),
        end: () => own.close(),
      };
    },
    resetDerived: () => resetPostgresModel(database.pool),
    createDerived: (executor) =>
      postgresDerived({
        executor,
        pool: database.pool,
        queries: guarded({ rows: database.rows, lookUp: database.lookUp }, patience),
      }),
    createLog: () => ({
      log: createPostgresLog(database.pool, url, onFault),
      store: new PostgresBusStore({ pool: database.pool, isUnavailable, patience }),
    }),
    createBell: () => new PostgresBell({ url, onFault }),
    exchangeRates: rateExchange(database.pool),
    scrub: scrubPostgres(url),
  };
}

/** The log in PostgreSQL, whose appends a thread of its own writes on a connection of its own. */
export const createPostgresLog = (
  pool: pg.Pool,
  url: string,
  onFault: (fault: unknown) => void,
): PostgresLog =>
  new PostgresLog({
    pool,
    isUnavailable,
    thread: {
      url: new URL('./postgres-writer-thread.ts', import.meta.url),
      workerData: { url } satisfies PostgresWriterWiring,
    },
    onFault,
  });
