import { type Kysely, sql } from 'kysely';
import type { GrownSession } from '../../domain/review/review-records.ts';
import type { Database } from '../database.ts';

/** A session that could not be read has grown to its last event, as far as anybody knows. */
export const materialSql =
  'case when p.fault is not null then s.event_count else coalesce(p.material, 0) end';

/** From 0 to 1, always the same for a session, and evenly spread over sessions that follow each other. */
export const drawSql = '((s.session_pk * 2654435761) % 4294967296) / 4294967296.0';

/** Findings of high severity that nobody has called wrong or expected. */
export const highFindingsSql =
  'coalesce((select h.high from projection.session_findings h where h.session_id = s.session_id), 0)';

export const grownColumns = `s.organization_id as "organizationId", s.status, s.author_user_id as "authorUserId",
  s.repo_root as "repoRoot", s.updated_at as "updatedAt", ${materialSql} as material,
  coalesce(p.edits, 0) as edits, ${highFindingsSql} as "highFindings", cast(${drawSql} as double precision) as draw,
  s.review_done as "reviewDone"`;

export async function grownSession(
  db: Kysely<Database>,
  sessionId: string,
): Promise<GrownSession | undefined> {
  const { rows } = await sql<GrownSession>`select ${sql.raw(grownColumns)} from sessions s
    left join projection.session_statistics p on p.session_id = s.session_id
    where s.session_id = ${sessionId}`.execute(db);
  return rows[0];
}
