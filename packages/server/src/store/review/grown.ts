import { type Kysely, sql } from 'kysely';
import type { GrownSession } from '../../domain/review/records.ts';
import { drawSql, highFindingsSql, materialSql, mediumFindingsSql } from '../../domain/review/state-sql.ts';
import type { Database } from '../database.ts';

/** 1 when everything that was sent has been read, or cannot be read. */
export const isFoldedSql =
  'case when p.fault is not null or coalesce(p.folded_to, 0) >= s.event_count then 1 else 0 end';

export const grownColumns = `s.organization_id as "organizationId", s.status, s.author_user_id as "authorUserId",
  s.repository, s.repo_root as "repoRoot", s.ended_at as "endedAt", s.created_at as "createdAt",
  s.updated_at as "updatedAt", ${materialSql} as material, coalesce(p.edits, 0) as edits,
  ${highFindingsSql} as "highFindings", ${mediumFindingsSql} as "mediumFindings", cast(${drawSql} as double precision) as draw,
  s.review_done as "reviewDone", s.review_begun as "reviewBegun", ${isFoldedSql} as "isFolded"`;

export async function grownSession(
  db: Kysely<Database>,
  sessionId: string,
): Promise<GrownSession | undefined> {
  const { rows } = await sql<GrownSession>`select ${sql.raw(grownColumns)} from sessions s
    left join projection.session_statistics p on p.session_id = s.session_id
    where s.session_id = ${sessionId}`.execute(db);
  return rows[0];
}
