import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/**
 * What people say about findings. The findings themselves are derived and lie in the projection. A decision is known by
 * session, rule and sequence, which a rebuild does not change. `findings_revisions` counts, for an organization or a
 * session, how often something changed that its findings depend on.
 */
export const findings = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      `create table findings_policies (
        organization_id text not null,
        repo_root text not null,
        body text not null,
        updated_by text not null,
        updated_at ${int} not null,
        primary key (organization_id, repo_root)
      )${end}`,
      `create table finding_dispositions (
        session_id text not null,
        rule text not null,
        sequence ${int} not null,
        organization_id text not null,
        verdict text not null,
        note text,
        decided_by text not null,
        decided_at ${int} not null,
        primary key (session_id, rule, sequence)
      )${end}`,
      'create index finding_dispositions_rule on finding_dispositions (organization_id, rule, verdict)',
      `create table findings_revisions (
        subject_id text primary key,
        revision ${int} not null
      )${end}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
