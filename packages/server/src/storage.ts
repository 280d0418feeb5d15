import type { Config } from './config.ts';
import type { Bell, EventLog, Store } from './domain/ports.ts';
import { LocalBell } from './log/bell.ts';
import { PostgresLog } from './log/postgres.ts';
import { PostgresBell } from './log/postgres-bell.ts';
import { SqliteLog } from './log/sqlite.ts';
import type { OpenDatabase } from './store/database.ts';
import { migrate } from './store/migrations/index.ts';
import { assertDurable, openPostgres } from './store/postgres.ts';
import { claimSetting } from './store/setting.ts';
import { openSqlite, sqlitePragmas } from './store/sqlite.ts';
import { createStore } from './store/store.ts';
import { isUnavailable } from './store/unavailable.ts';

export interface Storage {
  database: OpenDatabase;
  store: Store;
  log: EventLog;
  bell: Bell;
  migrated: string[];
  stop(): Promise<void>;
}

interface StorageOptions {
  config: Pick<Config, 'database'>;
  keyCheck: string;
  onFault(fault: unknown): void;
}

/** Opens the configured engine, migrates it and builds both ports on it. */
export async function openStorage({ config, keyCheck, onFault }: StorageOptions): Promise<Storage> {
  const { database, createLog, createBell } = open(config.database, onFault);
  try {
    if (database.engine === 'postgres') await assertDurable(database);
    const migrated = await migrate(database);
    // With another key no stored secret would be recognised and no signing key could be read.
    if ((await claimSetting(database, 'server_key_check', keyCheck)) !== keyCheck) {
      throw new Error(
        'This database was set up with another server key. Set SERVER_KEY, or bring the server.key file of its data directory.',
      );
    }
    const store = createStore(database);
    const log = createLog();
    const bell = createBell();
    return {
      database,
      store,
      log,
      bell,
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

function open(
  config: Config['database'],
  onFault: (fault: unknown) => void,
): { database: OpenDatabase; createLog: () => EventLog; createBell: () => Bell } {
  if (config.engine === 'sqlite') {
    const { path } = config;
    return {
      database: openSqlite(path),
      createLog: () => new SqliteLog({ path, pragmas: sqlitePragmas, onFault }),
      createBell: () => new LocalBell(),
    };
  }
  const database = openPostgres({ url: config.url, onConnectionError: onFault });
  return {
    database,
    createLog: () => new PostgresLog({ pool: database.pool, isUnavailable }),
    createBell: () => new PostgresBell({ url: config.url, onFault }),
  };
}
