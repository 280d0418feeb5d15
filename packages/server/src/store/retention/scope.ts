import { type RawBuilder, sql } from 'kysely';
import type { RetentionScope } from '../../domain/retention/ports.ts';
import { folderOf, folderSql, hasRuleSql } from '../../domain/retention/rule.ts';

/**
 * The sessions `s` of a rule; without one those that no rule is about. A rule for a folder is about what was done in that
 * folder of that machine and beats any other, also when the folder turns out to be a clone of something: it never reaches
 * sessions of other clones.
 */
export function inScope(scope: RetentionScope | undefined): RawBuilder<boolean> {
  if (!scope) return sql<boolean>`not ${sql.raw(hasRuleSql)}`;
  const { organizationId, repository } = scope;
  const own = sql`s.organization_id = ${organizationId}`;
  const folder = folderOf(repository);
  if (folder)
    return sql<boolean>`${own} and s.environment_id = ${folder.environmentId} and s.repo_root = ${folder.repoRoot}`;
  const nearer = (names: string) =>
    sql`not exists (select 1 from retentions r where r.organization_id = s.organization_id
      and r.repository in (${sql.raw(names)}))`;
  if (repository !== '')
    return sql<boolean>`${own} and s.repository = ${repository} and ${nearer(folderSql)}`;
  return sql<boolean>`${own} and ${nearer(`s.repository, ${folderSql}`)}`;
}
