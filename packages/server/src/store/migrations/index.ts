import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type { Engine, OpenDatabase } from '../database.ts';
import { columnTypes } from './column.ts';
import { identityProvider } from './identity-provider.ts';
import { initial } from './initial.ts';
import { listFilters } from './list-filters.ts';
import { sessionStart } from './session-start.ts';

/** In order. A migration that has shipped is never edited, only followed by another. */
const migrations = (engine: Engine): Record<string, Migration> => ({
  '0001-initial': initial(columnTypes[engine]),
  '0002-identity-provider': identityProvider(columnTypes[engine]),
  '0003-list-filters': listFilters,
  '0004-session-start': sessionStart(engine),
});

/**
 * Brings the database to this version's schema. Safe when several processes start at once (Kysely takes a lock)
 * and when it is killed half-way: each run is one transaction. Returns the names of what it applied.
 */
export async function migrate({ engine, db }: OpenDatabase): Promise<string[]> {
  const provider: MigrationProvider = { getMigrations: async () => migrations(engine) };
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
