import { sql } from 'kysely';
import type { CommitReport, CommitStore } from '../../domain/link/ports.ts';
import type { CommitSummary } from '../../domain/link/records.ts';
import { Undo, undoable } from '../connection/transaction.ts';
import type { Database, OpenDatabase } from '../database.ts';

export const commitColumns = [
  'organizationId',
  'sha',
  'tree',
  'parents',
  'branch',
  'authoredAt',
  'committedAt',
  'patchId',
  'subjectHash',
  'fileCount',
  'added',
  'removed',
  'lineCount',
  'trailers',
  'receivedAt',
  'files',
] as const satisfies (keyof CommitSummary)[];

export const commitStore = ({ db }: OpenDatabase): CommitStore => ({
  report: (report) =>
    undoable(db, async (transaction) => {
      const { organizationId, sessionId, commits, rewrites } = report;
      // Taken until the end, so that a deletion of the session waits and then removes what this adds.
      const session = await transaction
        .updateTable('sessions')
        .set((row) => ({ repository: row.ref('repository') }))
        .where('sessionId', '=', sessionId)
        .returning('sessionId')
        .executeTakeFirst();
      if (!session) throw new Undo('session_gone' as const);
      const known = commits.length === 0 ? new Set() : await knownOf(transaction, report);
      const fresh = commits.filter(({ sha }) => !known.has(sha));
      if (fresh.length > 0 && !(await hasRoom(transaction, report, fresh.length))) {
        throw new Undo('limit_reached' as const);
      }
      for (const commit of fresh) {
        await transaction
          .insertInto('commits')
          .values(commit)
          .onConflict((conflict) => conflict.columns(['organizationId', 'sha']).doNothing())
          .execute();
        await transaction
          .insertInto('commitReports')
          .values({ organizationId, repository: report.repository, sessionId, sha: commit.sha })
          .onConflict((conflict) => conflict.columns(['sessionId', 'sha']).doNothing())
          .execute();
      }
      for (const rewrite of rewrites) {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('commitRewrites')
          .values(rewrite)
          .onConflict((conflict) => conflict.columns(['organizationId', 'fromSha', 'toSha']).doNothing())
          .executeTakeFirstOrThrow();
        const isTold = fresh.some(({ sha }) => sha === rewrite.toSha);
        if (numInsertedOrUpdatedRows !== 0n && !isTold) {
          await tellAnew(transaction, sessionId, rewrite.toSha);
        }
      }
      return fresh.length;
    }),

  findByPrefix: (organizationId, prefix, limit) =>
    db
      .selectFrom('commits')
      .select(commitColumns)
      .where('organizationId', '=', organizationId)
      .where('sha', '>=', prefix)
      // `g` comes after every hexadecimal digit.
      .where('sha', '<', `${prefix}g`)
      .orderBy('sha')
      .limit(limit)
      .execute(),

  async findAll(organizationId, shas) {
    if (shas.length === 0) return [];
    return db
      .selectFrom('commits')
      .select(commitColumns)
      .where('organizationId', '=', organizationId)
      .where('sha', 'in', shas)
      .execute();
  },

  async lines(organizationId, shas) {
    if (shas.length === 0) return new Map();
    const found = await db
      .selectFrom('commits')
      .select(['sha', 'lines'])
      .where('organizationId', '=', organizationId)
      .where('sha', 'in', shas)
      .execute();
    return new Map(found.map(({ sha, lines }) => [sha, lines]));
  },

  async repositories(organizationId, shas) {
    if (shas.length === 0) return new Map();
    const found = await db
      .selectFrom('commitReports')
      .select(['sha', 'repository'])
      .distinct()
      .where('organizationId', '=', organizationId)
      .where('sha', 'in', shas)
      .orderBy('repository')
      .execute();
    const bySha = new Map<string, string[]>();
    for (const { sha, repository } of found) bySha.set(sha, [...(bySha.get(sha) ?? []), repository]);
    return bySha;
  },

  async rewrittenTo(organizationId, shas) {
    if (shas.length === 0) return new Map();
    const found = await db
      .selectFrom('commitRewrites')
      .select(['fromSha', 'toSha'])
      .where('organizationId', '=', organizationId)
      .where('fromSha', 'in', shas)
      // What was picked elsewhere is still where it was.
      .where('kind', '!=', 'cherry-pick')
      .execute();
    return new Map(found.map(({ fromSha, toSha }) => [fromSha, toSha]));
  },

  async countOf(organizationId, repository) {
    const { count } = await db
      .selectFrom('commitReports')
      .select((row) => row.fn.count<number>('sha').distinct().as('count'))
      .where('organizationId', '=', organizationId)
      .where('repository', '=', repository)
      .executeTakeFirstOrThrow();
    return Number(count);
  },

  ofRepository(organizationId, repository, { limit, after }) {
    let query = db
      .selectFrom('commits')
      .select(commitColumns)
      .where('organizationId', '=', organizationId)
      .where('sha', 'in', (row) =>
        row
          .selectFrom('commitReports')
          .select('sha')
          .where('organizationId', '=', organizationId)
          .where('repository', '=', repository),
      );
    if (after) {
      query = query.where((row) =>
        row(row.refTuple('committedAt', 'sha'), '<', row.tuple(after.committedAt, after.sha)),
      );
    }
    return query.orderBy('committedAt', 'desc').orderBy('sha', 'desc').limit(limit).execute();
  },
});

type Transaction = Parameters<Parameters<typeof undoable>[1]>[0];

/** Gives a report a new number, so that whoever concludes looks at the commit again. */
async function tellAnew(transaction: Transaction, sessionId: string, sha: string): Promise<void> {
  const told = await transaction
    .deleteFrom('commitReports')
    .where('sessionId', '=', sessionId)
    .where('sha', '=', sha)
    .returning(['organizationId', 'repository', 'sessionId', 'sha'])
    .execute();
  for (const report of told) await transaction.insertInto('commitReports').values(report).execute();
}

/** Of these commits, the ones that this session told of before. */
async function knownOf(transaction: Transaction, { sessionId, commits }: CommitReport): Promise<Set<string>> {
  const found = await transaction
    .selectFrom('commitReports')
    .select('sha')
    .where('sessionId', '=', sessionId)
    .where(
      'sha',
      'in',
      commits.map(({ sha }) => sha),
    )
    .execute();
  return new Set(found.map(({ sha }) => sha));
}

/** Counts no further than to the limit: an organization may have very many. */
async function hasRoom(
  transaction: Transaction,
  { organizationId, sessionId, max }: CommitReport,
  more: number,
): Promise<boolean> {
  const count = async (table: keyof Database, column: string, id: string, limit: number) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from
      (select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit ${limit}) counted`.execute(
      transaction,
    );
    return Number(rows[0]?.count ?? 0);
  };
  const ofSession = await count('commitReports', 'sessionId', sessionId, max.commitsPerSession);
  if (ofSession + more > max.commitsPerSession) return false;
  const ofAll = await count('commits', 'organizationId', organizationId, max.commitsPerOrganization);
  return ofAll + more <= max.commitsPerOrganization;
}
