import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type { Engine, OpenDatabase } from '../database.ts';
import { replaceFunctions } from '../functions.ts';
import { accountClaims } from './account-claims.ts';
import { columnTypes } from './column.ts';
import { catchUpPostgres } from './earlier-postgres.ts';
import { catchUpSqlite } from './earlier-sqlite.ts';
import { erasures } from './erasures.ts';
import { findings } from './findings.ts';
import { identityProvider } from './identity-provider.ts';
import { initial } from './initial.ts';
import { links } from './links.ts';
import { listFilters } from './list-filters.ts';
import { people } from './people.ts';
import { pullDecisions } from './pull-decisions.ts';
import { queueOrder } from './queue-order.ts';
import { review } from './review.ts';
import { reviewLooks } from './review-looks.ts';
import { sessionStart } from './session-start.ts';

/**
 * In order. A migration that has been on main is never edited, only followed by another: `migrations.test.ts` has the
 * digest of each.
 */
export const migrations = (engine: Engine): Record<string, Migration> => ({
  '0001-initial': initial(columnTypes[engine]),
  '0002-identity-provider': identityProvider(columnTypes[engine]),
  '0003-list-filters': listFilters,
  '0004-session-start': sessionStart(engine),
  '0005-account-claims': accountClaims(columnTypes[engine]),
  '0006-people': people(columnTypes[engine]),
  '0007-findings': findings(columnTypes[engine]),
  '0008-links': links(columnTypes[engine]),
  '0009-review': review(columnTypes[engine]),
  '0010-queue-order': queueOrder,
  '0011-pull-decisions': pullDecisions(columnTypes[engine]),
  '0012-review-looks': reviewLooks(columnTypes[engine]),
  '0013-erasures': erasures(columnTypes[engine]),
});

const catchUp = { sqlite: catchUpSqlite, postgres: catchUpPostgres };

/**
 * Brings the database to this version's schema, whatever earlier version made it. Safe when several processes start at
 * once (each step takes a lock) and when it is killed half-way: each step is one transaction. Returns the names of the
 * migrations it applied.
 */
export async function migrate({ engine, db }: OpenDatabase): Promise<string[]> {
  // Before 15 November 2026 the first migration was changed in place; such a database lacks what it makes today.
  await db.transaction().execute((transaction) => catchUp[engine](transaction, columnTypes[engine]));
  const provider: MigrationProvider = { getMigrations: async () => migrations(engine) };
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
  if (engine === 'postgres') await replaceFunctions(db);
  return (results ?? []).map((result) => result.migrationName);
}
