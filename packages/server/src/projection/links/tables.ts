/** The tables of links, for both engines; `s` is the schema with its dot, or nothing. */
export const linkTables = (s: string, types: { int: string; bytes: string; end: string }): string => `
  -- What a session did that commits can be recognised by.
  create table ${s}session_links (
    session_id text primary key,
    organization_id text not null,
    -- First and last time of its entries, epoch milliseconds.
    from_at ${types.int} not null,
    to_at ${types.int} not null,
    facts ${types.bytes} not null
  )${types.end};
  create table ${s}session_files (
    session_id text not null,
    organization_id text not null,
    path text not null,
    -- The last part of the path: what the list is filtered by.
    name text not null default '',
    sequence ${types.int} not null,
    -- When the session was: a list of those that changed a file is read in this order.
    started_at ${types.int} not null,
    primary key (session_id, path)
  )${types.end};
  create index session_files_path on ${s}session_files (organization_id, path, started_at, session_id);
  create index session_files_name on ${s}session_files (organization_id, name, started_at, session_id);
  create table ${s}session_pulls (
    session_id text not null,
    organization_id text not null,
    url text not null,
    sequence ${types.int} not null,
    primary key (session_id, url)
  )${types.end};
  create index session_pulls_url on ${s}session_pulls (organization_id, url);
  -- strength: 0 stated, 1 seen, 2 matched, 3 likely. matched: one bit for each line of the commit.
  -- at: when the session did what the link rests on, epoch milliseconds.
  create table ${s}links (
    session_id text not null,
    organization_id text not null,
    sha text not null,
    strength ${types.int} not null,
    lines ${types.int} not null,
    evidence text not null,
    matched ${types.bytes} not null,
    at ${types.int},
    primary key (session_id, sha)
  )${types.end};
  create index links_sha on ${s}links (organization_id, sha);
  -- How far what recorders told of a repository has been looked at.
  create table ${s}concluded (
    organization_id text not null,
    repository text not null,
    report_pk ${types.int} not null,
    primary key (organization_id, repository)
  )${types.end};
`;

/** Everything of a session in these tables. */
export const linkTableNames = ['session_links', 'session_files', 'session_pulls', 'links'] as const;

export interface LostRepository {
  organizationId: string;
  repository: string;
}

/** Repositories of which nothing is left but how far they were looked at. */
export const lostRepositories = `select c.organization_id as "organizationId", c.repository from projection.concluded c
  where not exists (select 1 from sessions s
      where s.organization_id = c.organization_id and s.repository = c.repository)
    and not exists (select 1 from commit_reports r
      where r.organization_id = c.organization_id and r.repository = c.repository)`;

export const ofRepository = 'organization_id = $1 and repository = $2';
