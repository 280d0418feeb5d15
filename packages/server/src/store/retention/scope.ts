import { type RawBuilder, sql } from 'kysely';
import type { RetentionScope } from '../../domain/retention/ports.ts';
import { hasRuleSql } from '../../domain/retention/rule.ts';

/** The sessions `s` of a rule; without one those that no rule is about. */
export function inScope(scope: RetentionScope | undefined): RawBuilder<boolean> {
  if (!scope) return sql<boolean>`not ${sql.raw(hasRuleSql)}`;
  const { organizationId, repository } = scope;
  if (repository !== '')
    return sql<boolean>`s.organization_id = ${organizationId} and s.repository = ${repository}`;
  return sql<boolean>`s.organization_id = ${organizationId} and not exists (select 1 from retentions r
    where r.organization_id = s.organization_id and r.repository = s.repository)`;
}
