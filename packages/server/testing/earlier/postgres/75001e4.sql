SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE FUNCTION public.append_batches(p_organizations text[], p_sessions text[], p_secrets text[], p_counts integer[], p_ats bigint[], p_keys text[], p_fingerprints text[], p_encodings integer[], p_lengths integer[], p_bodies bytea) RETURNS TABLE(kind text, first bigint, count integer, status integer)
    LANGUAGE plpgsql
    AS $$
declare
  session record;
  seen record;
  active text[];
  start int := 1;
begin
  -- In one order, so that two groups never wait for each other crosswise.
  perform 1 from sessions s
    join unnest(p_sessions, p_organizations) as wanted (session_id, organization_id) using (session_id, organization_id)
    order by s.session_pk for no key update of s;
  active := array_append(
    array(select secret_id from secrets where secret_id = any(p_secrets) and secrets.status = 'active'), '');
  for i in 1 .. cardinality(p_sessions) loop
    kind := null; first := null; count := null; status := null;
    select s.session_pk, s.bucket, s.status, s.event_count into session from sessions s
      where s.session_id = p_sessions[i] and s.organization_id = p_organizations[i];
    if p_secrets[i] <> all(active) then
      kind := 'revoked';
    elsif not found then
      kind := 'missing';
    else
      if p_keys[i] <> '' then
        -- Before the state: a retry is answered as the first time, even after the session was closed (V10).
        select k.first_sequence, k.count, k.fingerprint, k.status into seen from idempotency k
          where k.bucket = session.bucket and k.session_pk = session.session_pk
            and k.key_hash = decode(p_keys[i], 'hex');
        if found then
          if seen.fingerprint = decode(p_fingerprints[i], 'hex') then
            kind := 'replayed'; first := seen.first_sequence; count := seen.count; status := seen.status;
          else
            kind := 'reused';
          end if;
        end if;
      end if;
      if kind is null and session.status <> 'active' then
        kind := 'closed';
      end if;
      if kind is null then
        kind := 'appended'; first := session.event_count + 1; count := p_counts[i]; status := 200;
        update sessions s set event_count = s.event_count + p_counts[i],
          updated_at = greatest(s.updated_at, p_ats[i]) where s.session_pk = session.session_pk;
        insert into event_batches values (session.bucket, session.session_pk, first, count, p_ats[i], p_encodings[i],
          substring(p_bodies from start for p_lengths[i]));
        if p_keys[i] <> '' then
          insert into idempotency values (session.bucket, session.session_pk, decode(p_keys[i], 'hex'), first, count,
            decode(p_fingerprints[i], 'hex'), 200);
        end if;
      end if;
    end if;
    start := start + p_lengths[i];
    return next;
  end loop;
end $$;

CREATE FUNCTION public.audit_log_refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin raise exception 'audit_log is append-only'; end $$;

CREATE FUNCTION public.ensure_event_partition(p_bucket integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  parent text;
  part text;
  following int := case when p_bucket % 100 = 12 then p_bucket + 89 else p_bucket + 1 end;
begin
  if to_regclass('event_batches_' || p_bucket) is not null and to_regclass('idempotency_' || p_bucket) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('debrief event partitions'));
  foreach parent in array array['event_batches', 'idempotency'] loop
    part := parent || '_' || p_bucket;
    if to_regclass(part) is null then
      -- Attaching takes a weaker lock than creating in place: appends go on meanwhile.
      execute format('create table %I (like %I including defaults including constraints including storage)', part, parent);
      execute format('alter table %I attach partition %I for values from (%s) to (%s)', parent, part, p_bucket, following);
    end if;
  end loop;
end $$;

CREATE FUNCTION public.persist_batches(p_stream text, p_from bigint, p_to bigint, p_kinds text[], p_sessions text[], p_firsts bigint[], p_counts integer[], p_ats bigint[], p_keys text[], p_fingerprints text[], p_statuses text[], p_ends bigint[], p_encodings integer[], p_claims text[], p_lengths integer[], p_bodies bytea) RETURNS integer
    LANGUAGE plpgsql
    AS $$
declare
  session record;
  content bytea;
  start int := 1;
  misfits int := 0;
begin
  update bus_position b set sequence = p_to where b.stream = p_stream and b.sequence = p_from;
  if not found then
    return null;
  end if;
  -- In one order, so that this and a group of appends never wait for each other crosswise.
  perform 1 from sessions s where s.session_id = any(p_sessions) order by s.session_pk for no key update;
  -- Retention may have dropped the month of a session that ended long ago but is only written now.
  perform ensure_event_partition(months.bucket)
    from (select distinct s.bucket from sessions s where s.session_id = any(p_sessions)) months;
  for i in 1 .. cardinality(p_sessions) loop
    select s.session_pk, s.bucket, s.event_count into session from sessions s where s.session_id = p_sessions[i];
    -- A session that was deleted meanwhile takes its events with it.
    if found and p_kinds[i] = 'close' then
      update sessions s set status = p_statuses[i], ended_at = p_ends[i],
        updated_at = greatest(s.updated_at, p_ats[i])
        where s.session_pk = session.session_pk and s.status = 'active';
    elsif found and p_kinds[i] = 'batch' and p_firsts[i] + p_counts[i] - 1 > session.event_count then
      if p_firsts[i] <> session.event_count + 1 then
        misfits := misfits + 1;
      end if;
      if p_claims[i] = '' then
        content := substring(p_bodies from start for p_lengths[i]);
      else
        select c.body into content from claims c where c.claim_id = p_claims[i];
      end if;
      -- No body: a claim younger than the backup this database was restored from.
      if content is null then
        misfits := misfits + 1;
      else
        insert into event_batches values (session.bucket, session.session_pk, p_firsts[i], p_counts[i], p_ats[i],
          p_encodings[i], content) on conflict do nothing;
      end if;
      if p_keys[i] <> '' then
        insert into idempotency values (session.bucket, session.session_pk, decode(p_keys[i], 'hex'), p_firsts[i],
          p_counts[i], decode(p_fingerprints[i], 'hex'), 202) on conflict do nothing;
      end if;
      update sessions s set event_count = p_firsts[i] + p_counts[i] - 1,
        updated_at = greatest(s.updated_at, p_ats[i]) where s.session_pk = session.session_pk;
    end if;
    if p_claims[i] <> '' then
      delete from claims c where c.claim_id = p_claims[i];
    end if;
    start := start + p_lengths[i];
  end loop;
  return misfits;
end $$;

CREATE FUNCTION public.sessions_partition() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.bucket := (
    extract(year from to_timestamp(new.created_at / 1000.0) at time zone 'UTC') * 100 +
    extract(month from to_timestamp(new.created_at / 1000.0) at time zone 'UTC'))::int;
  perform ensure_event_partition(new.bucket);
  return new;
end $$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.account_links (
    purpose text NOT NULL,
    subject text NOT NULL,
    token_hash text NOT NULL,
    link_id text NOT NULL,
    email text,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    carrier text DEFAULT 'hand'::text NOT NULL
);

CREATE TABLE public.accounts (
    account_id text NOT NULL,
    email text NOT NULL,
    email_lower text NOT NULL,
    email_verified bigint NOT NULL,
    password_hash text NOT NULL,
    disabled_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE public.assignments (
    session_id text NOT NULL,
    user_id text NOT NULL,
    organization_id text NOT NULL,
    assigned_by text NOT NULL,
    created_at bigint NOT NULL,
    declined_at bigint,
    note text
);

CREATE TABLE public.attention (
    session_id text NOT NULL,
    user_id text NOT NULL,
    reason text NOT NULL,
    organization_id text NOT NULL,
    since bigint NOT NULL
);

CREATE TABLE public.audit_log (
    audit_id text NOT NULL,
    organization_id text,
    at bigint NOT NULL,
    action text NOT NULL,
    outcome text NOT NULL,
    actor_id text,
    target_id text,
    ip text,
    user_agent text,
    request_id text,
    channel text
);

CREATE TABLE public.bus_position (
    stream text NOT NULL,
    sequence bigint NOT NULL,
    holder text,
    held_until bigint NOT NULL
);

CREATE TABLE public.claims (
    claim_id text NOT NULL,
    body bytea NOT NULL,
    created_at bigint NOT NULL
);

CREATE TABLE public.comments (
    comment_id text NOT NULL,
    thread_id text NOT NULL,
    session_id text NOT NULL,
    number bigint NOT NULL,
    written_by text NOT NULL,
    body text NOT NULL,
    mentions text NOT NULL,
    created_at bigint NOT NULL,
    edited_at bigint,
    deleted_at bigint,
    version bigint NOT NULL
);

CREATE TABLE public.commit_reports (
    report_pk bigint NOT NULL,
    organization_id text NOT NULL,
    repository text NOT NULL,
    session_id text NOT NULL,
    sha text NOT NULL
);

ALTER TABLE public.commit_reports ALTER COLUMN report_pk ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.commit_reports_report_pk_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.commit_rewrites (
    organization_id text NOT NULL,
    from_sha text NOT NULL,
    to_sha text NOT NULL,
    kind text NOT NULL,
    session_id text NOT NULL
);

CREATE TABLE public.commits (
    organization_id text NOT NULL,
    sha text NOT NULL,
    tree text NOT NULL,
    parents text NOT NULL,
    branch text,
    authored_at bigint NOT NULL,
    committed_at bigint NOT NULL,
    patch_id text,
    subject_hash text,
    file_count bigint NOT NULL,
    added bigint NOT NULL,
    removed bigint NOT NULL,
    line_count bigint NOT NULL,
    trailers text NOT NULL,
    received_at bigint NOT NULL,
    files text NOT NULL,
    lines bytea NOT NULL
);

CREATE TABLE public.environment_claims (
    environment_id text NOT NULL,
    organization_id text NOT NULL,
    digest text NOT NULL,
    expires_at bigint NOT NULL
);

CREATE TABLE public.environments (
    environment_id text NOT NULL,
    organization_id text NOT NULL,
    machine_id text,
    machine_key text NOT NULL,
    display_name text,
    hostname text NOT NULL,
    platform text NOT NULL,
    repo_root text,
    repo_remote text,
    git_branch text,
    service_cli_version text NOT NULL,
    status text NOT NULL,
    last_seen_at bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    author_user_id text,
    first_author_at bigint
);

CREATE TABLE public.event_batches (
    bucket integer NOT NULL,
    session_pk bigint NOT NULL,
    first_sequence bigint NOT NULL,
    count integer NOT NULL,
    accepted_at bigint NOT NULL,
    encoding smallint NOT NULL,
    body bytea NOT NULL
)
PARTITION BY RANGE (bucket);
ALTER TABLE ONLY public.event_batches ALTER COLUMN body SET STORAGE EXTERNAL;

CREATE TABLE public.event_batches_202611 (
    bucket integer NOT NULL,
    session_pk bigint NOT NULL,
    first_sequence bigint NOT NULL,
    count integer NOT NULL,
    accepted_at bigint NOT NULL,
    encoding smallint NOT NULL,
    body bytea NOT NULL
);
ALTER TABLE ONLY public.event_batches_202611 ALTER COLUMN body SET STORAGE EXTERNAL;

CREATE TABLE public.finding_dispositions (
    session_id text NOT NULL,
    rule text NOT NULL,
    sequence bigint NOT NULL,
    organization_id text NOT NULL,
    verdict text NOT NULL,
    note text,
    decided_by text NOT NULL,
    decided_at bigint NOT NULL
);

CREATE TABLE public.findings_policies (
    organization_id text NOT NULL,
    repo_root text NOT NULL,
    body text NOT NULL,
    updated_by text NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE public.findings_revisions (
    subject_id text NOT NULL,
    revision bigint NOT NULL
);

CREATE TABLE public.idempotency (
    bucket integer NOT NULL,
    session_pk bigint NOT NULL,
    key_hash bytea NOT NULL,
    first_sequence bigint NOT NULL,
    count integer NOT NULL,
    fingerprint bytea NOT NULL,
    status smallint NOT NULL
)
PARTITION BY RANGE (bucket);

CREATE TABLE public.idempotency_202611 (
    bucket integer NOT NULL,
    session_pk bigint NOT NULL,
    key_hash bytea NOT NULL,
    first_sequence bigint NOT NULL,
    count integer NOT NULL,
    fingerprint bytea NOT NULL,
    status smallint NOT NULL
);

CREATE TABLE public.identities (
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id text,
    email text,
    email_verified bigint NOT NULL,
    profile_at bigint,
    disabled_at bigint
);

CREATE TABLE public.installations (
    installation_id text NOT NULL,
    organization_id text NOT NULL,
    agent_id text NOT NULL,
    environment_id text,
    version text,
    config text,
    status text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE public.integration_deliveries (
    integration_id text NOT NULL,
    delivery_id text NOT NULL,
    received_at bigint NOT NULL
);

CREATE TABLE public.integrations (
    integration_id text NOT NULL,
    organization_id text NOT NULL,
    provider text NOT NULL,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    last_delivery_at bigint
);

CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);

CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.link_decisions (
    organization_id text NOT NULL,
    sha text NOT NULL,
    session_id text NOT NULL,
    verdict text NOT NULL,
    decided_by text NOT NULL,
    decided_at bigint NOT NULL
);

CREATE TABLE public.mail_queue (
    mail_id text NOT NULL,
    organization_id text NOT NULL,
    user_id text NOT NULL,
    kind text NOT NULL,
    due_at bigint NOT NULL,
    attempts bigint NOT NULL,
    claimed_until bigint NOT NULL,
    outcome text,
    ended_at bigint
);

CREATE TABLE public.marks (
    session_id text NOT NULL,
    user_id text NOT NULL,
    through_sequence bigint NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE public.members (
    organization_id text NOT NULL,
    user_id text NOT NULL,
    email text NOT NULL,
    email_lower text NOT NULL,
    role text NOT NULL,
    status text NOT NULL,
    joined_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE public.notification_settings (
    user_id text NOT NULL,
    organization_id text NOT NULL,
    outlets text NOT NULL,
    digest bigint NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE public.notifications (
    notification_id text NOT NULL,
    organization_id text NOT NULL,
    user_id text NOT NULL,
    reason text NOT NULL,
    subject_id text NOT NULL,
    session_id text,
    environment_id text,
    thread_id text,
    comment_id text,
    by_user_id text,
    count bigint NOT NULL,
    state text NOT NULL,
    snoozed_until bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE public.organizations (
    organization_id text NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    status text NOT NULL,
    owner_user_id text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE public.provider_keys (
    kind text NOT NULL,
    ordinal bigint NOT NULL,
    sealed text NOT NULL,
    created_at bigint NOT NULL,
    active_at bigint NOT NULL
);

CREATE TABLE public.provider_payloads (
    model text NOT NULL,
    id_hash text NOT NULL,
    payload text NOT NULL,
    grant_hash text,
    uid_hash text,
    account_id text,
    expires_at bigint NOT NULL,
    consumed_at bigint
);

CREATE TABLE public.pull_commits (
    organization_id text NOT NULL,
    url text NOT NULL,
    sha text NOT NULL
);

CREATE TABLE public.pull_requests (
    organization_id text NOT NULL,
    url text NOT NULL,
    number bigint NOT NULL,
    repository text NOT NULL,
    title text,
    state text NOT NULL,
    head_branch text,
    base_branch text,
    head_sha text,
    merge_sha text,
    commit_count bigint,
    updated_at bigint NOT NULL
);

CREATE UNLOGGED TABLE public.rate_counts (
    minute bigint NOT NULL,
    key text NOT NULL,
    points bigint NOT NULL
);

CREATE TABLE public.review_keys (
    organization_id text NOT NULL,
    key_hash text NOT NULL,
    session_id text NOT NULL,
    fingerprint text NOT NULL,
    target_id text NOT NULL
);

CREATE TABLE public.review_policies (
    organization_id text NOT NULL,
    policy text NOT NULL,
    updated_by text NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE public.review_standings (
    session_id text NOT NULL,
    organization_id text NOT NULL,
    version bigint NOT NULL,
    author_user_id text,
    threads bigint NOT NULL,
    open_threads bigint NOT NULL,
    last_thread bigint NOT NULL,
    follow_ups bigint NOT NULL,
    own_follow_up bigint NOT NULL,
    accepted jsonb NOT NULL,
    accepted_with_own jsonb NOT NULL,
    is_begun bigint NOT NULL,
    reserved_by text,
    reserved_until bigint,
    looked_to bigint NOT NULL,
    asked_by_policy bigint NOT NULL
);

CREATE TABLE public.reviews (
    review_id text NOT NULL,
    session_id text NOT NULL,
    organization_id text NOT NULL,
    reviewer_id text NOT NULL,
    outcome text NOT NULL,
    through_sequence bigint NOT NULL,
    body text,
    is_own bigint NOT NULL,
    created_at bigint NOT NULL,
    withdrawn_at bigint,
    dismissed_by text,
    dismissed_at bigint,
    dismissed_reason text
);

CREATE TABLE public.secrets (
    secret_id text NOT NULL,
    organization_id text NOT NULL,
    digest text NOT NULL,
    environment text NOT NULL,
    status text NOT NULL,
    label text,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    revoked_at bigint
);

CREATE TABLE public.session_openings (
    organization_id text NOT NULL,
    key_hash text NOT NULL,
    fingerprint text NOT NULL,
    session_id text NOT NULL
);

CREATE TABLE public.sessions (
    session_pk bigint NOT NULL,
    bucket integer NOT NULL,
    session_id text NOT NULL,
    organization_id text NOT NULL,
    environment_id text NOT NULL,
    installation_id text NOT NULL,
    agent_id text NOT NULL,
    status text NOT NULL,
    secret_environment text NOT NULL,
    title text,
    repo_root text,
    git_branch text,
    external_id text,
    continues_session_id text,
    started_at bigint NOT NULL,
    ended_at bigint,
    event_count bigint NOT NULL,
    compacted_to bigint DEFAULT 0,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    started_at_source text,
    start_repair integer,
    author_user_id text,
    repository text,
    review_done integer DEFAULT 0 NOT NULL
)
WITH (fillfactor='70');

ALTER TABLE public.sessions ALTER COLUMN session_pk ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.sessions_session_pk_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.settings (
    name text NOT NULL,
    value text NOT NULL
);

CREATE TABLE public.sign_in_attempts (
    bucket text NOT NULL,
    history text NOT NULL,
    last_at bigint NOT NULL
);

CREATE TABLE public.thread_mentions (
    thread_id text NOT NULL,
    user_id text NOT NULL,
    session_id text NOT NULL,
    comment_id text NOT NULL,
    at bigint NOT NULL,
    is_answered bigint NOT NULL
);

CREATE TABLE public.threads (
    thread_id text NOT NULL,
    session_id text NOT NULL,
    organization_id text NOT NULL,
    number bigint NOT NULL,
    anchor text NOT NULL,
    state text NOT NULL,
    needs_answer bigint NOT NULL,
    opened_by text NOT NULL,
    resolved_by text,
    resolved_at bigint,
    comment_count bigint NOT NULL,
    last_comment_by text NOT NULL,
    last_comment_at bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    version bigint NOT NULL
);

ALTER TABLE ONLY public.event_batches ATTACH PARTITION public.event_batches_202611 FOR VALUES FROM (202611) TO (202612);

ALTER TABLE ONLY public.idempotency ATTACH PARTITION public.idempotency_202611 FOR VALUES FROM (202611) TO (202612);

INSERT INTO public.accounts VALUES ('usr_earlier', 'owner@example.com', 'owner@example.com', 0, 'no password', NULL, 1700000000000, 1700000000000);

INSERT INTO public.assignments VALUES ('ses_nsHJwbGADMdn5mMPXALMxrD4', 'usr_f128mVm1kEZoHBecL0uGolQU', 'org_gFR5bAoG5Emcyvswq30HgyWr', 'usr_f128mVm1kEZoHBecL0uGolQU', 1794778428746, NULL, NULL);

INSERT INTO public.attention VALUES ('ses_nsHJwbGADMdn5mMPXALMxrD4', 'usr_f128mVm1kEZoHBecL0uGolQU', 'assigned', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1794778428746);

INSERT INTO public.audit_log VALUES ('aud_EuyD1wi25cbHmOfKsRvWhSca', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1794764950211, 'organization_created', 'ok', 'usr_f128mVm1kEZoHBecL0uGolQU', 'org_gFR5bAoG5Emcyvswq30HgyWr', '127.0.0.1', 'node', 'req_UsJDWdoH2JCVhT0000000000', NULL);
INSERT INTO public.audit_log VALUES ('aud_QlGCx4Pzo5PDkMy2REIC0tE9', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1794764950241, 'secret_issued', 'ok', 'usr_f128mVm1kEZoHBecL0uGolQU', 'sec_5NGYnNq2qAieZvpLYG4WPfiM', '127.0.0.1', 'node', 'req_UsJDWdoH2JCVhT0000000001', NULL);
INSERT INTO public.audit_log VALUES ('aud_E5ElUBaqihTKPRA2Jb4l8gdh', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1794778428548, 'thread_opened', 'ok', 'usr_f128mVm1kEZoHBecL0uGolQU', 'thr_6XnbhcAB5O5n24afsV4IgP5T', '127.0.0.1', 'node', 'req_hWwXyYWWdyqgTX0000000001', NULL);
INSERT INTO public.audit_log VALUES ('aud_B6ix65lhKdDfBcWm08x4uVz0', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1794778428666, 'review_submitted', 'ok', 'usr_f128mVm1kEZoHBecL0uGolQU', 'rev_ISn6AiOG1iHLnkzAQKs46S9C', '127.0.0.1', 'node', 'req_hWwXyYWWdyqgTX0000000002', NULL);
INSERT INTO public.audit_log VALUES ('aud_tid6EizKrL9IG16fMX4pB0so', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1794778428861, 'assignee_added', 'ok', 'usr_f128mVm1kEZoHBecL0uGolQU', 'ses_nsHJwbGADMdn5mMPXALMxrD4', '127.0.0.1', 'node', 'req_hWwXyYWWdyqgTX0000000004', NULL);

INSERT INTO public.comments VALUES ('cmt_Ri4xuc2UmbhnDB1APt8HLZ3t', 'thr_6XnbhcAB5O5n24afsV4IgP5T', 'ses_oJctDrEIJzkl22I8Wr6jgP5H', 1, 'usr_f128mVm1kEZoHBecL0uGolQU', 'A question', '[]', 1794778428456, NULL, NULL, 1);

INSERT INTO public.environments VALUES ('env_dV61Id48ZAJinPFpDgYimhSa', 'org_gFR5bAoG5Emcyvswq30HgyWr', NULL, 'host:laptop
linux
', NULL, 'laptop', 'linux', NULL, NULL, NULL, '1.0.0', 'active', 1794764950258, 1794764950258, 1794764950258, NULL, NULL);

INSERT INTO public.event_batches_202611 VALUES (202611, 1, 1, 2, 1794764950460, 0, '\x227573657222097b2274657874223a226f6e65227d0a227573657222097b2274657874223a2274776f227d0a');
INSERT INTO public.event_batches_202611 VALUES (202611, 1, 3, 1, 1794764950472, 1, '\x28b52ffd607815dd0000a0227573657222097b2274657874223a2278227d0a0100c3ac074b');
INSERT INTO public.event_batches_202611 VALUES (202611, 2, 1, 1, 1794764950490, 0, '\x227573657222097b2274657874223a226c61737420776f726473227d0a');

INSERT INTO public.idempotency_202611 VALUES (202611, 1, '\x06f4ddcd7f856dacf2fd81dd31168f6d', 1, 2, '\x60df670f953e5f5c550e06f726aecad3', 200);

INSERT INTO public.identities VALUES ('https://idp.test/earlier', 'earlier-owner', 'usr_f128mVm1kEZoHBecL0uGolQU', 'owner@example.com', 1, NULL, NULL);

INSERT INTO public.installations VALUES ('ins_HW5e66rm42oz78fIlqJqkLR4', 'org_gFR5bAoG5Emcyvswq30HgyWr', 'claude-code', 'env_dV61Id48ZAJinPFpDgYimhSa', NULL, NULL, 'active', 1794764950300, 1794764950300);

INSERT INTO public.kysely_migration VALUES ('0001-initial', '2026-11-15T17:49:09.084Z');
INSERT INTO public.kysely_migration VALUES ('0002-identity-provider', '2026-11-15T17:49:09.224Z');
INSERT INTO public.kysely_migration VALUES ('0003-list-filters', '2026-11-15T17:49:09.357Z');
INSERT INTO public.kysely_migration VALUES ('0004-session-start', '2026-11-15T17:49:09.403Z');
INSERT INTO public.kysely_migration VALUES ('0005-account-claims', '2026-11-15T17:49:09.425Z');
INSERT INTO public.kysely_migration VALUES ('0006-people', '2026-11-15T21:33:45.959Z');
INSERT INTO public.kysely_migration VALUES ('0007-findings', '2026-11-15T21:33:45.975Z');
INSERT INTO public.kysely_migration VALUES ('0008-links', '2026-11-15T21:33:46.040Z');
INSERT INTO public.kysely_migration VALUES ('0009-review', '2026-11-15T21:33:46.134Z');
INSERT INTO public.kysely_migration VALUES ('0010-queue-order', '2026-11-15T21:55:11.525Z');

INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);

INSERT INTO public.link_decisions VALUES ('org_gFR5bAoG5Emcyvswq30HgyWr', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'ses_nsHJwbGADMdn5mMPXALMxrD4', 'linked', 'usr_earlier', 1794764948000);

INSERT INTO public.members VALUES ('org_gFR5bAoG5Emcyvswq30HgyWr', 'usr_f128mVm1kEZoHBecL0uGolQU', 'owner@example.com', 'owner@example.com', 'owner', 'active', 1794764950192, 1794764950192, 1794764950192);

INSERT INTO public.organizations VALUES ('org_gFR5bAoG5Emcyvswq30HgyWr', 'Earlier', 'earlier', 'active', 'usr_f128mVm1kEZoHBecL0uGolQU', 1794764950192, 1794764950192);

INSERT INTO public.review_standings VALUES ('ses_oJctDrEIJzkl22I8Wr6jgP5H', 'org_gFR5bAoG5Emcyvswq30HgyWr', 2, NULL, 1, 1, 1, 0, 0, '[1]', '[1]', 1, NULL, NULL, 0, 0);
INSERT INTO public.review_standings VALUES ('ses_nsHJwbGADMdn5mMPXALMxrD4', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1, NULL, 0, 0, 0, 0, 0, '[]', '[]', 1, NULL, NULL, 0, 0);

INSERT INTO public.reviews VALUES ('rev_ISn6AiOG1iHLnkzAQKs46S9C', 'ses_oJctDrEIJzkl22I8Wr6jgP5H', 'org_gFR5bAoG5Emcyvswq30HgyWr', 'usr_f128mVm1kEZoHBecL0uGolQU', 'accepted', 1, NULL, 0, 1794778428593, NULL, NULL, NULL, NULL);

INSERT INTO public.secrets VALUES ('sec_5NGYnNq2qAieZvpLYG4WPfiM', 'org_gFR5bAoG5Emcyvswq30HgyWr', 'v1.ca410ec849607b6109d05d81a80da82b818a8dac4c05a687b79ba4b7ae46f4da', 'live', 'active', 'first', 'usr_f128mVm1kEZoHBecL0uGolQU', 1794764950232, NULL);

INSERT INTO public.sessions OVERRIDING SYSTEM VALUE VALUES (3, 202611, 'ses_nsHJwbGADMdn5mMPXALMxrD4', 'org_gFR5bAoG5Emcyvswq30HgyWr', 'env_dV61Id48ZAJinPFpDgYimhSa', 'ins_HW5e66rm42oz78fIlqJqkLR4', 'claude-code', 'active', 'live', 'erased', NULL, NULL, NULL, NULL, 1794764950443, NULL, 0, 0, 1794764950443, 1794764950443, NULL, NULL, NULL, NULL, 0);
INSERT INTO public.sessions OVERRIDING SYSTEM VALUE VALUES (1, 202611, 'ses_lA1RWNwCcBFGJFfeLDbdShqe', 'org_gFR5bAoG5Emcyvswq30HgyWr', 'env_dV61Id48ZAJinPFpDgYimhSa', 'ins_HW5e66rm42oz78fIlqJqkLR4', 'claude-code', 'active', 'live', 'under way', NULL, NULL, NULL, NULL, 1794764950351, NULL, 3, 0, 1794764950351, 1794764950472, NULL, NULL, NULL, NULL, 0);
INSERT INTO public.sessions OVERRIDING SYSTEM VALUE VALUES (2, 202611, 'ses_oJctDrEIJzkl22I8Wr6jgP5H', 'org_gFR5bAoG5Emcyvswq30HgyWr', 'env_dV61Id48ZAJinPFpDgYimhSa', 'ins_HW5e66rm42oz78fIlqJqkLR4', 'claude-code', 'completed', 'live', 'over', NULL, NULL, NULL, NULL, 1794764950405, 1794764950517, 1, 0, 1794764950405, 1794764950517, NULL, NULL, NULL, NULL, 1);

INSERT INTO public.settings VALUES ('server_key_check', '7c2fc77479283be2273774a0c8c845739c0d29282afa933f99349e8073d5c382');

INSERT INTO public.threads VALUES ('thr_6XnbhcAB5O5n24afsV4IgP5T', 'ses_oJctDrEIJzkl22I8Wr6jgP5H', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1, '{"sequence":1}', 'open', 1, 'usr_f128mVm1kEZoHBecL0uGolQU', NULL, NULL, 1, 'usr_f128mVm1kEZoHBecL0uGolQU', 1794778428456, 1794778428456, 1794778428456, 1);

SELECT pg_catalog.setval('public.commit_reports_report_pk_seq', 1, false);

SELECT pg_catalog.setval('public.sessions_session_pk_seq', 3, true);

ALTER TABLE ONLY public.account_links
    ADD CONSTRAINT account_links_pkey PRIMARY KEY (purpose, subject);

ALTER TABLE ONLY public.account_links
    ADD CONSTRAINT account_links_token_hash_key UNIQUE (token_hash);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_new_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.assignments
    ADD CONSTRAINT assignments_pkey PRIMARY KEY (session_id, user_id);

ALTER TABLE ONLY public.attention
    ADD CONSTRAINT attention_pkey PRIMARY KEY (session_id, user_id, reason);

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (audit_id);

ALTER TABLE ONLY public.bus_position
    ADD CONSTRAINT bus_position_pkey PRIMARY KEY (stream);

ALTER TABLE ONLY public.claims
    ADD CONSTRAINT claims_pkey PRIMARY KEY (claim_id);

ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_pkey PRIMARY KEY (comment_id);

ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_thread_id_number_key UNIQUE (thread_id, number);

ALTER TABLE ONLY public.commit_reports
    ADD CONSTRAINT commit_reports_pkey PRIMARY KEY (report_pk);

ALTER TABLE ONLY public.commit_rewrites
    ADD CONSTRAINT commit_rewrites_pkey PRIMARY KEY (organization_id, from_sha, to_sha);

ALTER TABLE ONLY public.commits
    ADD CONSTRAINT commits_pkey PRIMARY KEY (organization_id, sha);

ALTER TABLE ONLY public.environment_claims
    ADD CONSTRAINT environment_claims_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.environment_claims
    ADD CONSTRAINT environment_claims_pkey PRIMARY KEY (environment_id);

ALTER TABLE ONLY public.environments
    ADD CONSTRAINT environments_pkey PRIMARY KEY (environment_id);

ALTER TABLE ONLY public.event_batches
    ADD CONSTRAINT event_batches_pkey PRIMARY KEY (bucket, session_pk, first_sequence);

ALTER TABLE ONLY public.event_batches_202611
    ADD CONSTRAINT event_batches_202611_pkey PRIMARY KEY (bucket, session_pk, first_sequence);

ALTER TABLE ONLY public.finding_dispositions
    ADD CONSTRAINT finding_dispositions_pkey PRIMARY KEY (session_id, rule, sequence);

ALTER TABLE ONLY public.findings_policies
    ADD CONSTRAINT findings_policies_pkey PRIMARY KEY (organization_id, repo_root);

ALTER TABLE ONLY public.findings_revisions
    ADD CONSTRAINT findings_revisions_pkey PRIMARY KEY (subject_id);

ALTER TABLE ONLY public.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (bucket, session_pk, key_hash);

ALTER TABLE ONLY public.idempotency_202611
    ADD CONSTRAINT idempotency_202611_pkey PRIMARY KEY (bucket, session_pk, key_hash);

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject);

ALTER TABLE ONLY public.identities
    ADD CONSTRAINT identities_user_id_key UNIQUE (user_id);

ALTER TABLE ONLY public.installations
    ADD CONSTRAINT installations_pkey PRIMARY KEY (installation_id);

ALTER TABLE ONLY public.integration_deliveries
    ADD CONSTRAINT integration_deliveries_pkey PRIMARY KEY (integration_id, delivery_id);

ALTER TABLE ONLY public.integrations
    ADD CONSTRAINT integrations_pkey PRIMARY KEY (integration_id);

ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.link_decisions
    ADD CONSTRAINT link_decisions_pkey PRIMARY KEY (session_id, sha);

ALTER TABLE ONLY public.mail_queue
    ADD CONSTRAINT mail_queue_pkey PRIMARY KEY (mail_id);

ALTER TABLE ONLY public.marks
    ADD CONSTRAINT marks_pkey PRIMARY KEY (session_id, user_id);

ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_organization_id_email_lower_key UNIQUE (organization_id, email_lower);

ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_pkey PRIMARY KEY (organization_id, user_id);

ALTER TABLE ONLY public.notification_settings
    ADD CONSTRAINT notification_settings_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (notification_id);

ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_pkey PRIMARY KEY (organization_id);

ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_slug_key UNIQUE (slug);

ALTER TABLE ONLY public.provider_keys
    ADD CONSTRAINT provider_keys_pkey PRIMARY KEY (kind, ordinal);

ALTER TABLE ONLY public.provider_payloads
    ADD CONSTRAINT provider_payloads_pkey PRIMARY KEY (model, id_hash);

ALTER TABLE ONLY public.pull_commits
    ADD CONSTRAINT pull_commits_pkey PRIMARY KEY (organization_id, url, sha);

ALTER TABLE ONLY public.pull_requests
    ADD CONSTRAINT pull_requests_pkey PRIMARY KEY (organization_id, url);

ALTER TABLE ONLY public.rate_counts
    ADD CONSTRAINT rate_counts_pkey PRIMARY KEY (minute, key);

ALTER TABLE ONLY public.review_keys
    ADD CONSTRAINT review_keys_pkey PRIMARY KEY (organization_id, key_hash);

ALTER TABLE ONLY public.review_policies
    ADD CONSTRAINT review_policies_pkey PRIMARY KEY (organization_id);

ALTER TABLE ONLY public.review_standings
    ADD CONSTRAINT review_standings_pkey PRIMARY KEY (session_id);

ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_pkey PRIMARY KEY (review_id);

ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (secret_id);

ALTER TABLE ONLY public.session_openings
    ADD CONSTRAINT session_openings_pkey PRIMARY KEY (organization_id, key_hash);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (session_pk);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_session_id_key UNIQUE (session_id);

ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.sign_in_attempts
    ADD CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (bucket);

ALTER TABLE ONLY public.thread_mentions
    ADD CONSTRAINT thread_mentions_pkey PRIMARY KEY (thread_id, user_id);

ALTER TABLE ONLY public.threads
    ADD CONSTRAINT threads_pkey PRIMARY KEY (thread_id);

ALTER TABLE ONLY public.threads
    ADD CONSTRAINT threads_session_id_number_key UNIQUE (session_id, number);

CREATE INDEX accounts_email ON public.accounts USING btree (email_lower);

CREATE UNIQUE INDEX accounts_verified_email ON public.accounts USING btree (email_lower) WHERE (email_verified = 1);

CREATE INDEX assignments_of_member ON public.assignments USING btree (organization_id, user_id);

CREATE INDEX attention_of_member ON public.attention USING btree (organization_id, user_id, since, session_id);

CREATE INDEX audit_log_newest ON public.audit_log USING btree (organization_id, at DESC, audit_id DESC);

CREATE INDEX audit_log_reads ON public.audit_log USING btree (target_id, at) WHERE (action = 'session_read'::text);

CREATE INDEX claims_created ON public.claims USING btree (created_at);

CREATE INDEX comments_by_session ON public.comments USING btree (session_id, version);

CREATE INDEX commit_reports_new ON public.commit_reports USING btree (organization_id, repository, report_pk);

CREATE UNIQUE INDEX commit_reports_session ON public.commit_reports USING btree (session_id, sha);

CREATE INDEX commit_reports_sha ON public.commit_reports USING btree (organization_id, sha);

CREATE INDEX commit_rewrites_session ON public.commit_rewrites USING btree (session_id);

CREATE INDEX commit_rewrites_to ON public.commit_rewrites USING btree (organization_id, to_sha);

CREATE INDEX commits_authored ON public.commits USING btree (organization_id, authored_at);

CREATE INDEX commits_committed ON public.commits USING btree (organization_id, committed_at);

CREATE INDEX environments_author ON public.environments USING btree (author_user_id) WHERE (author_user_id IS NOT NULL);

CREATE UNIQUE INDEX environments_machine ON public.environments USING btree (organization_id, machine_key) WHERE (status = 'active'::text);

CREATE INDEX environments_organization ON public.environments USING btree (organization_id);

CREATE INDEX finding_dispositions_rule ON public.finding_dispositions USING btree (organization_id, rule, verdict);

CREATE UNIQUE INDEX installations_identity ON public.installations USING btree (organization_id, agent_id, COALESCE(environment_id, ''::text));

CREATE INDEX integration_deliveries_age ON public.integration_deliveries USING btree (received_at);

CREATE INDEX integrations_organization ON public.integrations USING btree (organization_id);

CREATE INDEX link_decisions_sha ON public.link_decisions USING btree (organization_id, sha);

CREATE INDEX mail_queue_due ON public.mail_queue USING btree (due_at) WHERE (ended_at IS NULL);

CREATE INDEX mail_queue_ended ON public.mail_queue USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX mail_queue_user ON public.mail_queue USING btree (user_id);

CREATE UNIQUE INDEX members_active ON public.members USING btree (user_id) WHERE (status = 'active'::text);

CREATE INDEX members_invited ON public.members USING btree (email_lower, created_at);

CREATE INDEX notifications_age ON public.notifications USING btree (updated_at);

CREATE INDEX notifications_newest ON public.notifications USING btree (user_id, updated_at DESC, notification_id DESC);

CREATE INDEX notifications_session ON public.notifications USING btree (session_id);

CREATE UNIQUE INDEX notifications_unread ON public.notifications USING btree (user_id, subject_id, reason) WHERE (state = 'unread'::text);

CREATE INDEX provider_payloads_account ON public.provider_payloads USING btree (account_id) WHERE (account_id IS NOT NULL);

CREATE INDEX provider_payloads_expiry ON public.provider_payloads USING btree (expires_at);

CREATE INDEX provider_payloads_grant ON public.provider_payloads USING btree (grant_hash) WHERE (grant_hash IS NOT NULL);

CREATE INDEX provider_payloads_uid ON public.provider_payloads USING btree (uid_hash) WHERE (uid_hash IS NOT NULL);

CREATE INDEX pull_commits_sha ON public.pull_commits USING btree (organization_id, sha);

CREATE INDEX pull_requests_head ON public.pull_requests USING btree (organization_id, head_sha);

CREATE INDEX pull_requests_merge ON public.pull_requests USING btree (organization_id, merge_sha);

CREATE INDEX review_keys_by_session ON public.review_keys USING btree (session_id);

CREATE INDEX review_standings_accepted ON public.review_standings USING btree (session_id) WHERE (accepted_with_own <> '[]'::jsonb);

CREATE INDEX reviews_by_session ON public.reviews USING btree (session_id, created_at);

CREATE INDEX secrets_organization ON public.secrets USING btree (organization_id, created_at);

CREATE INDEX session_openings_session ON public.session_openings USING btree (session_id);

CREATE INDEX sessions_by_agent_id ON public.sessions USING btree (organization_id, agent_id, started_at DESC, session_id DESC, status, environment_id, repo_root, secret_environment);

CREATE INDEX sessions_by_author ON public.sessions USING btree (organization_id, author_user_id, started_at DESC, session_id DESC, status, agent_id, environment_id, repo_root, secret_environment);

CREATE INDEX sessions_by_environment_id ON public.sessions USING btree (organization_id, environment_id, started_at DESC, session_id DESC, status, agent_id, repo_root, secret_environment);

CREATE INDEX sessions_by_repo_root ON public.sessions USING btree (organization_id, repo_root, started_at DESC, session_id DESC, status, agent_id, environment_id, secret_environment);

CREATE INDEX sessions_by_repository ON public.sessions USING btree (organization_id, repository, started_at DESC);

CREATE INDEX sessions_by_status ON public.sessions USING btree (organization_id, status, started_at DESC, session_id DESC, agent_id, environment_id, repo_root, secret_environment);

CREATE INDEX sessions_by_waiting ON public.sessions USING btree (organization_id, review_done, (
CASE
    WHEN (ended_at > created_at) THEN ended_at
    ELSE created_at
END), session_id);

CREATE INDEX sessions_ended ON public.sessions USING btree (ended_at);

CREATE INDEX sessions_start_repair ON public.sessions USING btree (session_pk) WHERE (start_repair IS NOT NULL);

CREATE INDEX sessions_started ON public.sessions USING btree (organization_id, started_at DESC, session_id DESC, status, agent_id, environment_id, repo_root, secret_environment);

CREATE INDEX sessions_uncompacted ON public.sessions USING btree (session_pk) WHERE ((compacted_to IS NOT NULL) AND (status <> 'active'::text));

CREATE INDEX thread_mentions_by_session ON public.thread_mentions USING btree (session_id);

ALTER INDEX public.event_batches_pkey ATTACH PARTITION public.event_batches_202611_pkey;

ALTER INDEX public.idempotency_pkey ATTACH PARTITION public.idempotency_202611_pkey;

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.audit_log_refuse();

CREATE TRIGGER sessions_partition BEFORE INSERT ON public.sessions FOR EACH ROW EXECUTE FUNCTION public.sessions_partition();

ALTER TABLE ONLY public.assignments
    ADD CONSTRAINT assignments_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.attention
    ADD CONSTRAINT attention_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES public.threads(thread_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.environment_claims
    ADD CONSTRAINT environment_claims_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES public.environments(environment_id);

ALTER TABLE ONLY public.environment_claims
    ADD CONSTRAINT environment_claims_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.environments
    ADD CONSTRAINT environments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.installations
    ADD CONSTRAINT installations_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES public.environments(environment_id);

ALTER TABLE ONLY public.installations
    ADD CONSTRAINT installations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.mail_queue
    ADD CONSTRAINT mail_queue_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.marks
    ADD CONSTRAINT marks_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.notification_settings
    ADD CONSTRAINT notification_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.review_keys
    ADD CONSTRAINT review_keys_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.review_policies
    ADD CONSTRAINT review_policies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.review_standings
    ADD CONSTRAINT review_standings_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.session_openings
    ADD CONSTRAINT session_openings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES public.environments(environment_id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES public.installations(installation_id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.thread_mentions
    ADD CONSTRAINT thread_mentions_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.thread_mentions
    ADD CONSTRAINT thread_mentions_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES public.threads(thread_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.threads
    ADD CONSTRAINT threads_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

