import { requestTable } from './family/tables.ts';
import { postgresInsights } from './insights/tables.ts';
import { linkTables } from './links/tables.ts';
import { listedColumns, listedIndexes } from './lists/order.ts';
import { postgresTotals } from './lists/totals.ts';
import { modelTables } from './model/tables.ts';

/** In the schema of this version, which has to be there. */
export const projectionTables = `
  create table projection.session_statistics (
    session_id text primary key,
    organization_id text not null,
    folded_to bigint not null,
    state_to bigint not null,
    state bytea,
    figures text,
    -- The figures with everything, where some of it counts elsewhere (family/shares.ts).
    whole text,
    title text,
    fault text,
    -- When it was folded last, and the digest of the last event (model/lineage.ts).
    folded_at bigint not null default 0,
    last_event text,
    ${listedColumns('bigint')}
    -- For filters and sorting; cost in millionths of a dollar.
    errors bigint generated always as (coalesce((figures::json ->> 'errors')::numeric, 0)::bigint) stored,
    denials bigint generated always as (coalesce((figures::json ->> 'denials')::numeric, 0)::bigint) stored,
    edits bigint generated always as (coalesce((figures::json ->> 'edits')::numeric, 0)::bigint) stored,
    material bigint generated always as (coalesce((figures::json ->> 'material')::numeric, 0)::bigint) stored,
    tokens bigint generated always as (coalesce((figures::json -> 'tokens' ->> 'total')::numeric, 0)::bigint) stored,
    cost bigint generated always as
      (least(round(coalesce((figures::json ->> 'costUsd')::numeric, 0) * 1000000), 9007199254740991)::bigint) stored,
    outcome text generated always as (figures::json -> 'outcome' ->> 'kind') stored
  ) with (fillfactor = 70);
  ${listedIndexes('projection.session_statistics')};
  ${postgresTotals}
  ${postgresInsights}
  -- It comes compressed.
  alter table projection.session_statistics alter column state set storage external;
  -- What needs a look (findings/judgement.ts). The body comes last: lists read the counts without it.
  create table projection.session_findings (
    session_id text primary key,
    organization_id text not null,
    mark text not null,
    folded_to bigint not null,
    high integer not null,
    medium integer not null,
    low integer not null,
    -- The highest severity and how many rules found something that severe.
    risk integer not null,
    top text not null,
    body bytea not null
  );
  create table projection.session_rules (
    session_id text not null,
    rule text not null,
    organization_id text not null,
    severity integer not null,
    count integer not null,
    started_at bigint not null default 0,
    primary key (session_id, rule)
  );
  create index session_rules_rule on projection.session_rules (organization_id, rule, started_at, session_id);
  alter table projection.session_findings alter column body set storage external;
  -- Commands that did not work (packages/lessons/src/failure.ts).
  create table projection.session_failures (
    session_id text not null,
    kind text not null,
    command text not null,
    organization_id text not null,
    sequence bigint not null,
    times integer not null,
    started_at bigint not null,
    primary key (session_id, kind, command)
  );
  create index session_failures_newest
    on projection.session_failures (organization_id, started_at, kind, command, session_id, sequence);
  -- What looks at a session came to (findings/kept-answers.ts); they can be had again.
  create table projection.session_answers (
    session_id text primary key,
    stamp text not null,
    answers text not null
  );
  -- The transcript in pages (reading/page.ts).
  create table projection.pages (
    session_id text not null,
    kind smallint not null,
    lane integer not null,
    page integer not null,
    count integer not null,
    first_sequence bigint not null,
    last_sequence bigint not null,
    changed_to bigint not null,
    retracted_to bigint not null,
    skeleton text,
    body bytea not null,
    primary key (session_id, kind, lane, page)
  );
  alter table projection.pages alter column body set storage external;
  create table projection.search_chunks (
    session_id text not null,
    organization_id text not null,
    started_at bigint not null,
    kind text not null,
    sequence bigint not null,
    text text not null,
    words tsvector not null
  );
  create index search_chunks_newest
    on projection.search_chunks (organization_id, started_at desc, session_id desc);
  create index search_chunks_session on projection.search_chunks (session_id);
  create index search_chunks_words on projection.search_chunks using gin (words);
  ${modelTables('projection.', { int: 'bigint', end: '' })}
  ${requestTable('projection.', { int: 'bigint', end: '' })}
  ${linkTables('projection.', { int: 'bigint', bytes: 'bytea', end: '' })}
`;
