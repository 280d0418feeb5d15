import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/** Words that are looked for in many sessions and taken out of them, one session after the other. */
export const redactionJobs = ({ int, end }: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const statements = [
      'alter table redactions add column job_id text',
      // Of one job each session is begun once, however often a server is killed.
      'create unique index redactions_job on redactions (job_id, session_id)',
      `create table redaction_jobs (
        job_id text primary key,
        organization_id text not null references organizations (organization_id) on delete cascade,
        requested_by text not null,
        requested_at ${int} not null,
        is_admin ${int} not null,
        state text not null,
        reason text,
        -- The words, until they are not needed any more; the server key opens it.
        sealed text,
        -- The last session that was looked at, in the order in which they came.
        cursor ${int} not null,
        is_through ${int} not null,
        total ${int} not null,
        looked ${int} not null,
        sessions ${int} not null,
        places ${int} not null,
        held ${int} not null,
        kept ${int} not null,
        found text not null,
        finished_at ${int}
      )${end}`,
      'create index redaction_jobs_organization on redaction_jobs (organization_id, requested_at)',
      'create index redaction_jobs_open on redaction_jobs (requested_at) where finished_at is null',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});
