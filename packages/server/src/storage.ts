import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import type { Config } from './config.ts';
import type { Bell, EventLog, Store } from './domain/ports.ts';
import { LocalBell } from './log/bell.ts';
import type { BusStore } from './log/bus/behind.ts';
import { Bus } from './log/bus/connection.ts';
import { JetStreamLog } from './log/bus/log.ts';
import { PostgresBell } from './log/postgres/bell.ts';
import { PostgresLog } from './log/postgres/log.ts';
import { PostgresBusStore } from './log/postgres/persister.ts';
import { SqliteLog } from './log/sqlite/log.ts';
import type { PostgresWriterWiring } from './postgres-writer-thread.ts';
import { type Derived, postgresDerived, sqliteDerived } from './projection/derived.ts';
import { prepareProjectionSchema } from './projection/postgres-schema.ts';
import { prepareProjectionFile, projectionPath } from './projection/sqlite-schema.ts';
import { assertDurable, openPostgres } from './store/connection/postgres.ts';
import { openSqlite, sqlitePragmas } from './store/connection/sqlite.ts';
import { guarded, isUnavailable } from './store/connection/unavailable.ts';
import type { OpenDatabase } from './store/database.ts';
import { migrate } from './store/migrations/index.ts';
import { rateExchange } from './store/rate.ts';
import { claimSetting } from './store/setting.ts';
import { createStore } from './store/store.ts';

export interface Storage {
  database: OpenDatabase;
  store: Store;
  log: EventLog;
  /** What the log is sent through, if it is. */
  bus: Bus | undefined;
  busStore: BusStore;
  bell: Bell;
  /** Adds up the rate limits of several processes, where there can be several. */
  exchangeRates: ReturnType<typeof rateExchange> | undefined;
  migrated: string[];
  stop(): Promise<void>;
}

/** Migrations go through whole tables, so they must not run under the time limits of requests. */
async function migrateUnhurried(database: OpenDatabase, config: Config['database']): Promise<string[]> {
  if (config.engine === 'sqlite') return migrate(database);
  const unhurried = openPostgres({ url: config.url, poolSize: 2, unhurried: true });
  try {
    return await migrate(unhurried);
  } finally {
    await unhurried.db.destroy();
  }
}

interface StorageOptions {
  config: Pick<Config, 'database'> & Partial<Pick<Config, 'bus'>>;
  keyCheck: string;
  /** For what needs no events: leaves the bus alone. */
  withoutBus?: boolean;
  onFault(fault: unknown): void;
}

/** Opens the configured engine, migrates it and builds both ports on it. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { config, keyCheck, withoutBus, onFault } = options;
  const { database, prepareProjection, createDerived, createLog, createBell, exchangeRates } = open(
    config.database,
    onFault,
  );
  try {
    if (database.engine === 'postgres') await assertDurable(database);
    const migrated = await migrateUnhurried(database, config.database);
    await prepareProjection();
    // With another key no stored secret would be recognised and no signing key could be read.
    if ((await claimSetting(database, 'server_key_check', keyCheck)) !== keyCheck) {
      throw new Error(
        'This database was set up with another server key. Set SERVER_KEY, or bring the server.key file of its data directory.',
      );
    }
    const store = createStore(database, createDerived());
    const bell = createBell();
    const direct = createLog();
    if (!config.bus && !withoutBus) await direct.log.start?.();
    const bus = await openBus(options, direct.store).catch(async (error) => {
      await Promise.allSettled([bell.stop(), direct.log.stop()]);
      throw error;
    });
    const log = bus
      ? await JetStreamLog.open({
          bus,
          behind: direct.log,
          store: direct.store,
          persists: config.bus?.persists ?? true,
          onPersisted: (session) => bell.ring(session),
          onFault,
        })
      : direct.log;
    return {
      database,
      store,
      log,
      bus,
      busStore: direct.store,
      bell,
      exchangeRates,
      migrated,
      async stop() {
        await bell.stop();
        await log.stop();
        await store.close();
      },
    };
  } catch (error) {
    await database.db.destroy();
    throw error;
  }
}

/** The log of the database itself, and what a bus in front of it needs. */
interface DirectLog {
  log: EventLog & { start?(): Promise<void> };
  store: BusStore;
}

/**
 * Connects to the bus, if one is configured. Two sequencers would number the same events twice, so a database that
 * has followed one stream takes nothing from another, nor without any, until it is told that the first is empty.
 */
async function openBus(
  { config, withoutBus, onFault }: StorageOptions,
  store: BusStore,
): Promise<Bus | undefined> {
  if (withoutBus) return undefined;
  if (!config.bus) {
    const position = await store.position();
    if (!position) return undefined;
    throw new Error(
      `Events may still wait on the bus (${position.stream}). Set NATS_URL, or run "debrief-server persist drain" with it once.`,
    );
  }
  const bus = await Bus.connect({ ...config.bus, onFault });
  const { stream } = await store.follow(bus.identity);
  if (stream === bus.identity) return bus;
  await bus.close();
  throw new Error(
    `This database follows another stream (${stream}) than the one at NATS_URL (${bus.identity}). Run "debrief-server persist drain" with the old one, or "debrief-server persist forget" if it is lost.`,
  );
}

interface OpenEngine {
  database: OpenDatabase;
  /** Makes what is derived from the log readable beside the records, as the schema `projection`. */
  prepareProjection(): Promise<void>;
  createDerived(): Derived;
  createLog(): DirectLog;
  createBell(): Bell;
  exchangeRates: Storage['exchangeRates'];
}

function open(config: Config['database'], onFault: (fault: unknown) => void): OpenEngine {
  if (config.engine === 'sqlite') {
    const { path } = config;
    const database = openSqlite(path);
    return {
      database,
      async prepareProjection() {
        const derived = projectionPath(path);
        prepareProjectionFile(derived);
        const url = pathToFileURL(derived);
        // Only to read: a transaction of the records must never wait for who writes there.
        url.searchParams.set('mode', 'ro');
        database.native.prepare('attach database ? as projection').run(url.href);
      },
      createDerived: () =>
        sqliteDerived({
          path,
          projectionPath: projectionPath(path),
          rows: guarded({ rows: database.rows }, false).rows,
        }),
      createLog: () => {
        const log = new SqliteLog({ path, pragmas: sqlitePragmas, onFault });
        return { log, store: log.behindBus() };
      },
      createBell: () => new LocalBell(),
      exchangeRates: undefined,
    };
  }
  const database = openPostgres({ url: config.url, onConnectionError: onFault });
  return {
    database,
    prepareProjection: () => prepareProjectionSchema(database.pool),
    createDerived: () =>
      postgresDerived({ pool: database.pool, rows: guarded({ rows: database.rows }).rows }),
    createLog: () => ({
      log: createPostgresLog(database.pool, config.url, onFault),
      store: new PostgresBusStore({ pool: database.pool, isUnavailable }),
    }),
    createBell: () => new PostgresBell({ url: config.url, onFault }),
    exchangeRates: rateExchange(database.pool),
  };
}

/** The log in PostgreSQL, whose appends a thread of its own writes on connections of its own. */
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
