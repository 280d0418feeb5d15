import { sql, type Transaction } from 'kysely';
import type { Database } from '../database.ts';

/** Removes what a session told of commits. A commit goes when no other session told of it and nobody linked it. */
export async function deleteReports(transaction: Transaction<Database>, sessionId: string): Promise<void> {
  await transaction.deleteFrom('linkDecisions').where('sessionId', '=', sessionId).execute();
  await transaction.deleteFrom('pullDecisions').where('sessionId', '=', sessionId).execute();
  await transaction.deleteFrom('commitRewrites').where('sessionId', '=', sessionId).execute();
  const told = sql`(select organization_id, sha from commit_reports where session_id = ${sessionId})`;
  const isAlone = sql`not exists (select 1 from commit_reports other
      where other.organization_id = c.organization_id and other.sha = c.sha and other.session_id <> ${sessionId})
    and not exists (select 1 from link_decisions d
      where d.organization_id = c.organization_id and d.sha = c.sha)`;
  await sql`delete from pull_commits as c where (organization_id, sha) in ${told} and ${isAlone}`.execute(
    transaction,
  );
  await sql`delete from commits as c where (organization_id, sha) in ${told} and ${isAlone}`.execute(
    transaction,
  );
  await transaction.deleteFrom('commitReports').where('sessionId', '=', sessionId).execute();
}
