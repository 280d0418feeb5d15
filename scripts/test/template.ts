import type { DatabaseConfig } from '../../packages/server/src/config.ts';
import { openPostgres } from '../../packages/server/src/store/connection/postgres.ts';
import { openSqlite } from '../../packages/server/src/store/connection/sqlite.ts';
import type { Engine } from '../../packages/server/src/store/database.ts';
import { migrate } from '../../packages/server/src/store/migrations/index.ts';
import { type FreshDatabase, freshDatabase } from '../../packages/server/testing/engine.ts';

export interface Templates {
  /** For the processes of the tests. */
  env: Record<string, string>;
  remove(): Promise<void>;
}

/** A database of each engine with this version's tables and nothing in them, for `migratedDatabase` to copy. */
export async function makeTemplates(): Promise<Templates> {
  const [sqlite, postgres] = await Promise.all([template('sqlite'), template('postgres')]);
  return {
    env: { TEST_SQLITE_TEMPLATE: nameOf(sqlite.config), TEST_POSTGRES_TEMPLATE: nameOf(postgres.config) },
    async remove() {
      await Promise.all([sqlite.remove(), postgres.remove()]);
    },
  };
}

async function template(engine: Engine): Promise<FreshDatabase> {
  const fresh = await freshDatabase(engine);
  // Nobody may be connected to what is copied, and a file that is closed is whole without another beside it.
  const database = open(fresh.config);
  await migrate(database).finally(() => database.db.destroy());
  return fresh;
}

const open = (config: DatabaseConfig) =>
  config.engine === 'sqlite'
    ? openSqlite(config.path)
    : openPostgres({ url: config.url, poolSize: 2, unhurried: true });

const nameOf = (config: DatabaseConfig): string =>
  config.engine === 'sqlite' ? config.path : new URL(config.url).pathname.slice(1);
