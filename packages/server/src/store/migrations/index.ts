import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { type Engine, type OpenDatabase, UnfitDatabase } from '../database.ts';
import { replaceFunctions } from '../functions.ts';
import { access } from './access.ts';
import { accountClaims } from './account-claims.ts';
import { auditFeed } from './audit-feed.ts';
import { busLineage } from './bus-lineage.ts';
import { chain } from './chain.ts';
import { claimRequests } from './claim-requests.ts';
import { columnTypes } from './column.ts';
import { commitStatuses } from './commit-statuses.ts';
import { catchUpPostgres } from './earlier-postgres.ts';
import { catchUpSqlite } from './earlier-sqlite.ts';
import { erasures } from './erasures.ts';
import { findings } from './findings.ts';
import { gate } from './gate.ts';
import { held } from './held.ts';
import { identityProvider } from './identity-provider.ts';
import { initial } from './initial.ts';
import { keptCounts } from './kept-counts.ts';
import { labels } from './labels.ts';
import { leaving } from './leaving.ts';
import { legalHolds } from './legal-holds.ts';
import { lessons } from './lessons.ts';
import { lines } from './lines.ts';
import { links } from './links.ts';
import { listFilters } from './list-filters.ts';
import { machineKeys } from './machine-keys.ts';
import { mondayMail } from './monday-mail.ts';
import { outbox } from './outbox.ts';
import { people } from './people.ts';
import { pullDecisions } from './pull-decisions.ts';
import { queueOrder } from './queue-order.ts';
import { redactedWords } from './redacted-words.ts';
import { redactionJobs } from './redaction-jobs.ts';
import { redactions } from './redactions.ts';
import { review } from './review.ts';
import { reviewAgain } from './review-again.ts';
import { reviewBegun } from './review-begun.ts';
import { reviewLooks } from './review-looks.ts';
import { rotation } from './rotation.ts';
import { seen } from './seen.ts';
import { sessionLessons } from './session-lessons.ts';
import { sessionStart } from './session-start.ts';
import { sessionTitles } from './session-titles.ts';
import { teamViews } from './team-views.ts';
import { ticks } from './ticks.ts';
import { tokens } from './tokens.ts';
import { traces } from './traces.ts';
import { views } from './views.ts';

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
  '0014-kept-counts': keptCounts(engine),
  '0015-bus-lineage': busLineage(columnTypes[engine]),
  '0016-review-again': reviewAgain,
  '0017-machine-keys': machineKeys(columnTypes[engine]),
  '0018-claim-requests': claimRequests(columnTypes[engine]),
  '0019-session-titles': sessionTitles(columnTypes[engine]),
  '0020-views': views(columnTypes[engine]),
  '0021-lines': lines(engine),
  '0022-seen': seen(engine),
  '0023-ticks': ticks(columnTypes[engine]),
  '0024-held': held,
  '0025-labels': labels(columnTypes[engine]),
  '0026-review-begun': reviewBegun,
  '0027-access': access(columnTypes[engine]),
  '0028-rotation': rotation(columnTypes[engine]),
  '0029-team-views': teamViews,
  '0030-redactions': redactions(columnTypes[engine]),
  '0031-tokens': tokens(columnTypes[engine]),
  '0032-redacted-words': redactedWords(columnTypes[engine]),
  '0033-outbox': outbox(engine),
  '0034-chain': chain(columnTypes[engine]),
  '0035-gate': gate(columnTypes[engine]),
  '0036-legal-holds': legalHolds(columnTypes[engine]),
  '0037-audit-feed': auditFeed(engine),
  '0038-lessons': lessons(engine),
  '0039-session-lessons': sessionLessons(columnTypes[engine]),
  '0040-redaction-jobs': redactionJobs(columnTypes[engine]),
  '0041-commit-statuses': commitStatuses(columnTypes[engine]),
  '0042-leaving': leaving(columnTypes[engine]),
  '0043-traces': traces(engine),
  '0044-monday-mail': mondayMail(columnTypes[engine]),
});

const catchUp = { sqlite: catchUpSqlite, postgres: catchUpPostgres };

/** The first of these that this version does not know: a newer one made the database. */
export const newerMigration = (applied: readonly string[]): string | undefined => {
  const known = migrations('sqlite');
  return applied.find((name) => !Object.hasOwn(known, name));
};

/**
 * Brings the database to this version's schema, whatever earlier version made it. Safe when several processes start at
 * once (each step takes a lock) and when it is killed half-way: each step is one transaction. Returns the names of the
 * migrations it applied.
 */
export async function migrate(database: OpenDatabase): Promise<string[]> {
  const { engine, db } = database;
  await refuseNewer(database);
  // Before 15 November 2026 the first migration was changed in place; such a database lacks what it makes today.
  await db.transaction().execute((transaction) => catchUp[engine](transaction, columnTypes[engine]));
  const provider: MigrationProvider = { getMigrations: async () => migrations(engine) };
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
  if (engine === 'postgres') await replaceFunctions(db);
  return (results ?? []).map((result) => result.migrationName);
}

const migrationsTable = {
  sqlite: sql<{ there: unknown }>`select name as there from sqlite_schema where name = 'kysely_migration'`,
  postgres: sql<{ there: unknown }>`select to_regclass('kysely_migration') as there`,
};

async function refuseNewer({ engine, db }: OpenDatabase): Promise<void> {
  const found = await migrationsTable[engine].execute(db);
  if (found.rows[0]?.there == null) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const newer = newerMigration(rows.map(({ name }) => name));
  if (newer === undefined) return;
  throw new UnfitDatabase(
    `A newer version of Debrief has changed this database (${newer} is unknown here): start that version or a newer one, or restore a backup from before the upgrade.`,
  );
}
