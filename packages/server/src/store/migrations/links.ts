import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column.ts';

/**
 * Commits as recorders tell of them, which session told, what people decided about links, and pull requests as webhooks
 * deliver them. A session knows its repository: the normalised remote, else its machine and root.
 */
export const links = (types: ColumnTypes) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    const { int, bytes, serial, end } = types;
    const statements = [
      'alter table sessions add column repository text',
      `update sessions set repository = environment_id || ':' || repo_root where repo_root is not null`,
      'create index sessions_by_repository on sessions (organization_id, repository, started_at desc)',
      `create table commits (
        organization_id text not null,
        sha text not null,
        tree text not null,
        parents text not null,
        branch text,
        authored_at ${int} not null,
        committed_at ${int} not null,
        patch_id text,
        subject_hash text,
        file_count ${int} not null,
        added ${int} not null,
        removed ${int} not null,
        line_count ${int} not null,
        trailers text not null,
        received_at ${int} not null,
        files text not null,
        lines ${bytes} not null,
        primary key (organization_id, sha)
      )${end}`,
      'create index commits_authored on commits (organization_id, authored_at)',
      'create index commits_committed on commits (organization_id, committed_at)',
      // Numbered, so that whoever concludes knows what came since.
      `create table commit_reports (
        report_pk ${serial},
        organization_id text not null,
        repository text not null,
        session_id text not null,
        sha text not null
      )${end}`,
      'create unique index commit_reports_session on commit_reports (session_id, sha)',
      'create index commit_reports_sha on commit_reports (organization_id, sha)',
      'create index commit_reports_new on commit_reports (organization_id, repository, report_pk)',
      `create table commit_rewrites (
        organization_id text not null,
        from_sha text not null,
        to_sha text not null,
        kind text not null,
        session_id text not null,
        primary key (organization_id, from_sha, to_sha)
      )${end}`,
      'create index commit_rewrites_to on commit_rewrites (organization_id, to_sha)',
      'create index commit_rewrites_session on commit_rewrites (session_id)',
      `create table link_decisions (
        organization_id text not null,
        sha text not null,
        session_id text not null,
        verdict text not null,
        decided_by text not null,
        decided_at ${int} not null,
        primary key (session_id, sha)
      )${end}`,
      'create index link_decisions_sha on link_decisions (organization_id, sha)',
      ...deliveries(types),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

const deliveries = ({ int, end }: ColumnTypes): string[] => [
  `create table pull_requests (
        organization_id text not null,
        url text not null,
        number ${int} not null,
        repository text not null,
        title text,
        state text not null,
        head_branch text,
        base_branch text,
        head_sha text,
        merge_sha text,
        commit_count ${int},
        updated_at ${int} not null,
        primary key (organization_id, url)
      )${end}`,
  'create index pull_requests_head on pull_requests (organization_id, head_sha)',
  'create index pull_requests_merge on pull_requests (organization_id, merge_sha)',
  `create table pull_commits (
        organization_id text not null,
        url text not null,
        sha text not null,
        primary key (organization_id, url, sha)
      )${end}`,
  'create index pull_commits_sha on pull_commits (organization_id, sha)',
  `create table integrations (
        integration_id text primary key,
        organization_id text not null,
        provider text not null,
        created_by text not null,
        created_at ${int} not null,
        last_delivery_at ${int}
      )${end}`,
  'create index integrations_organization on integrations (organization_id)',
  `create table integration_deliveries (
        integration_id text not null,
        delivery_id text not null,
        received_at ${int} not null,
        primary key (integration_id, delivery_id)
      )${end}`,
  'create index integration_deliveries_age on integration_deliveries (received_at)',
];
