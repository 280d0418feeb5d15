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
CREATE SCHEMA projection;
CREATE FUNCTION public.append_batches(p_organizations text[], p_sessions text[], p_counts integer[], p_ats bigint[], p_keys text[], p_fingerprints text[], p_encodings integer[], p_lengths integer[], p_bodies bytea) RETURNS TABLE(kind text, first bigint, count integer, status integer)
    LANGUAGE plpgsql
    AS $$
declare
  session record;
  seen record;
  start int := 1;
begin
  -- In one order, so that two groups never wait for each other crosswise.
  perform 1 from sessions s
    join unnest(p_sessions, p_organizations) as wanted (session_id, organization_id) using (session_id, organization_id)
    order by s.session_pk for no key update of s;
  for i in 1 .. cardinality(p_sessions) loop
    kind := null; first := null; count := null; status := null;
    select s.session_pk, s.bucket, s.status, s.event_count into session from sessions s
      where s.session_id = p_sessions[i] and s.organization_id = p_organizations[i];
    if not found then
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
  perform ensure_event_partition((
    extract(year from to_timestamp(new.started_at / 1000.0) at time zone 'UTC') * 100 +
    extract(month from to_timestamp(new.started_at / 1000.0) at time zone 'UTC'))::int);
  return new;
end $$;
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE projection.search_chunks (
    session_id text NOT NULL,
    organization_id text NOT NULL,
    started_at bigint NOT NULL,
    kind text NOT NULL,
    sequence bigint NOT NULL,
    text text NOT NULL,
    words tsvector NOT NULL
);
CREATE TABLE projection.session_statistics (
    session_id text NOT NULL,
    organization_id text NOT NULL,
    folded_to bigint NOT NULL,
    state_to bigint NOT NULL,
    state bytea,
    brief text,
    title text,
    fault text
)
WITH (fillfactor='70');
ALTER TABLE ONLY projection.session_statistics ALTER COLUMN state SET STORAGE EXTERNAL;
CREATE TABLE projection.version (
    number integer NOT NULL
);
CREATE TABLE public.account_links (
    purpose text NOT NULL,
    subject text NOT NULL,
    token_hash text NOT NULL,
    link_id text NOT NULL,
    email text,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.accounts (
    account_id text NOT NULL,
    email text NOT NULL,
    email_lower text NOT NULL,
    password_hash text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
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
    request_id text
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
    updated_at bigint NOT NULL
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
    profile_at bigint
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
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
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
CREATE UNLOGGED TABLE public.rate_counts (
    minute bigint NOT NULL,
    key text NOT NULL,
    points bigint NOT NULL
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
    bucket integer GENERATED ALWAYS AS ((((EXTRACT(year FROM (to_timestamp((((started_at)::numeric / 1000.0))::double precision) AT TIME ZONE 'UTC'::text)) * (100)::numeric) + EXTRACT(month FROM (to_timestamp((((started_at)::numeric / 1000.0))::double precision) AT TIME ZONE 'UTC'::text))))::integer) STORED NOT NULL,
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
    updated_at bigint NOT NULL
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
ALTER TABLE ONLY public.event_batches ATTACH PARTITION public.event_batches_202611 FOR VALUES FROM (202611) TO (202612);
ALTER TABLE ONLY public.idempotency ATTACH PARTITION public.idempotency_202611 FOR VALUES FROM (202611) TO (202612);
INSERT INTO projection.search_chunks VALUES ('ses_KC3nykQb6nOd8b7iyAZBs8wR', 'org_qVtE9JAeKUoVJbxoHsbWbrd9', 1794752973423, 'title', 0, 'under way', '''orgqvte9jaekuovjbxohsbwbrd9'' ''under'':1 ''way'':2');
INSERT INTO projection.search_chunks VALUES ('ses_GZKwqsrG1lABxQUT3NtOqpli', 'org_qVtE9JAeKUoVJbxoHsbWbrd9', 1794752973442, 'title', 0, 'over', '''orgqvte9jaekuovjbxohsbwbrd9'' ''over'':1');
INSERT INTO projection.search_chunks VALUES ('ses_czNXWCZf7CRNIF8EjpvhOkWV', 'org_qVtE9JAeKUoVJbxoHsbWbrd9', 1794752973454, 'title', 0, 'erased', '''erased'':1 ''orgqvte9jaekuovjbxohsbwbrd9''');
INSERT INTO projection.session_statistics VALUES ('ses_KC3nykQb6nOd8b7iyAZBs8wR', 'org_qVtE9JAeKUoVJbxoHsbWbrd9', 3, 3, '\x28b52ffd600d01bd0900c6d1321d70376d03e6e3b165a9b7d8a61d91655303054e4404f805b5545455e1082a002a002a00894cec2be69502c1dceacd75de5e57ee680fc011c33c670e0db4de805702cce9a6c53f5c620ee51a9704cacb7c3c2c2b858a31bf355d29faa042f610b0a5982a770d9a0e4d057da550e72b85b956c8b25a48d311cd98c9d4dcb35372d0b864adaf2bad40385a04b1cc37a0e795d60a4c7ab432196d604e11ab87b29fd41bad25e6d681d888b08b6468bcf1a4540ca1b77e9d07fac32f69657b0e322a7d82173972a5217d0ba0072c202042a528b303680ca08e3a8ddb10c8b67346c76269d65a302862c7858c7af03b02a870843d00c8860cc01c633abb169876dc87b0c8be0f26eb8d4b23e1dd6b7721036b06f1c6bb2bdaa60d614328cfc959ae81419381236c1b103d1053c4b4a0d57cd681d6db03', '{"prompts":0,"tools":0,"errors":0,"tokens":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0},"costIsPartial":false,"models":[],"files":0,"linesAdded":0,"linesRemoved":0}', 'under way', NULL);
INSERT INTO projection.session_statistics VALUES ('ses_GZKwqsrG1lABxQUT3NtOqpli', 'org_qVtE9JAeKUoVJbxoHsbWbrd9', 1, 1, '\x28b52ffd600d01bd09008651321d70a76d0346074492a55ef9af1df6b3a901099c88088a92c60affff300229002a00290099d857cc2b0582b9d59bebbcbdaedcd11e80238679ce1c1268bd815706e674d3e21b2e3187728b4b02cb7c342c2b858a31bf355d21faa042f60cb0a5982a770d4d872682be42a8f315c25c2b64592da4e928086fc64ca6e69e9d9283c5256b7d5d6905c2d1228765be819e575a2330e9d1ca54b4c3eaa1ec27f52a07ad25e6d681d888b0896458bcf1a4540ca1b77e9d077ac32f69657b0e322a7d012f72e44a43fa0e40012d202042a524bb03680ca08e3a8bdb18c8167346c76269d65a302862c7858c7af03b02d870e43d00c8860cc004637abb169876d887b0c8a60f26ebcd4be3c2fb6b7722036b86f8b9db44f157349b368e0d559e93b35c0303240347d83620f4804c31d3c2567359075a660f', '{"prompts":0,"tools":0,"errors":0,"tokens":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0},"costIsPartial":false,"models":[],"files":0,"linesAdded":0,"linesRemoved":0}', 'over', NULL);
INSERT INTO projection.session_statistics VALUES ('ses_czNXWCZf7CRNIF8EjpvhOkWV', 'org_qVtE9JAeKUoVJbxoHsbWbrd9', 0, 0, '\x28b52ffd600d019d09009611321d70a76d03160a88244bbdf25f3bec67530312381111944a2c15555538022a002a002a00874cec2be615c2c0dceacd75de5e57ee680fc011c33c670e0db4dec02b01e674d3e2172e3187728b4b02cacb7c2c2c2b858a31bf355d21faa042f610b0a5982a770d4d87a682be42a8f315c25c2b64592da4e9082d80de8c994ccd3d3b25078b4bd6fabad20883a3450ccb7c033dafb44660d2a395a96886d543d94fea0dad25e6d681d888b08f24c362bdf1a4540ca1b77e9df5855fd2caf61c6454fa032f72e44a43fa2c202042c528eb01680ca006de9c44ded044b018131a5182764ddcc82807bf4400198edc03946ce8004c32a6b46b11d38efa9017d9f2c164bd716924bc7dedee6460cf1067aec028f68abe6943d8d0cb737a9669608064e0086b03400fd014372d60359f75a005f7', '{"prompts":0,"tools":0,"errors":0,"tokens":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0},"costIsPartial":false,"models":[],"files":0,"linesAdded":0,"linesRemoved":0}', 'erased', NULL);
INSERT INTO projection.version VALUES (2);
INSERT INTO public.accounts VALUES ('usr_earlier', 'owner@example.com', 'owner@example.com', 'no password', 1700000000000, 1700000000000);
INSERT INTO public.audit_log VALUES ('aud_tMLs7wyRdw2SIRilQCgm0yZF', 'org_qVtE9JAeKUoVJbxoHsbWbrd9', 1794752972958, 'organization_created', 'ok', 'usr_V9XZ7OprcmS5lyDgxSQCPQi8', 'org_qVtE9JAeKUoVJbxoHsbWbrd9', '127.0.0.1', 'node', 'req_AwrY1bSro9ZvLK0000000000');
INSERT INTO public.audit_log VALUES ('aud_2EwRRvFcPwz4TzaYWDARxiX6', 'org_qVtE9JAeKUoVJbxoHsbWbrd9', 1794752973168, 'secret_issued', 'ok', 'usr_V9XZ7OprcmS5lyDgxSQCPQi8', 'sec_pktwNrGJhkOCD8EPFGBs0OfE', '127.0.0.1', 'node', 'req_AwrY1bSro9ZvLK0000000001');
INSERT INTO public.environments VALUES ('env_mdQiGo2bQU33zPhlPntS9f53', 'org_qVtE9JAeKUoVJbxoHsbWbrd9', NULL, 'host:laptop
linux
', NULL, 'laptop', 'linux', NULL, NULL, NULL, '1.0.0', 'active', 1794752973245, 1794752973245, 1794752973245);
INSERT INTO public.event_batches_202611 VALUES (202611, 1, 1, 2, 1794752973463, 0, '\x227573657222097b2274657874223a226f6e65227d0a227573657222097b2274657874223a2274776f227d0a');
INSERT INTO public.event_batches_202611 VALUES (202611, 1, 3, 1, 1794752973480, 1, '\x28b52ffd0048dd0000a0227573657222097b2274657874223a2278227d0a0100d9ae074b');
INSERT INTO public.event_batches_202611 VALUES (202611, 2, 1, 1, 1794752973489, 0, '\x227573657222097b2274657874223a226c61737420776f726473227d0a');
INSERT INTO public.idempotency_202611 VALUES (202611, 1, '\x06f4ddcd7f856dacf2fd81dd31168f6d', 1, 2, '\x60df670f953e5f5c550e06f726aecad3', 200);
INSERT INTO public.identities VALUES ('https://idp.test/earlier', 'earlier-owner', 'usr_V9XZ7OprcmS5lyDgxSQCPQi8', 'owner@example.com', 1, NULL);
INSERT INTO public.installations VALUES ('ins_DvoSiCpoaIc5hz49OW1TNlIV', 'org_qVtE9JAeKUoVJbxoHsbWbrd9', 'claude-code', 'env_mdQiGo2bQU33zPhlPntS9f53', NULL, NULL, 'active', 1794752973406, 1794752973406);
INSERT INTO public.kysely_migration VALUES ('0001-initial', '2026-11-15T14:29:31.879Z');
INSERT INTO public.kysely_migration VALUES ('0002-identity-provider', '2026-11-15T14:29:31.900Z');
INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);
INSERT INTO public.members VALUES ('org_qVtE9JAeKUoVJbxoHsbWbrd9', 'usr_V9XZ7OprcmS5lyDgxSQCPQi8', 'owner@example.com', 'owner@example.com', 'owner', 'active', 1794752972893, 1794752972893, 1794752972893);
INSERT INTO public.organizations VALUES ('org_qVtE9JAeKUoVJbxoHsbWbrd9', 'Earlier', 'earlier', 'active', 'usr_V9XZ7OprcmS5lyDgxSQCPQi8', 1794752972893, 1794752972893);
INSERT INTO public.rate_counts VALUES (29912549, 'secret sec_pktwNrGJhkOCD8EPFGBs0OfE', 9);
INSERT INTO public.rate_counts VALUES (29912549, 'secretBytes sec_pktwNrGJhkOCD8EPFGBs0OfE', 6224);
INSERT INTO public.rate_counts VALUES (29912549, 'user earlier-owner', 1);
INSERT INTO public.rate_counts VALUES (29912549, 'user usr_V9XZ7OprcmS5lyDgxSQCPQi8', 1);
INSERT INTO public.secrets VALUES ('sec_pktwNrGJhkOCD8EPFGBs0OfE', 'org_qVtE9JAeKUoVJbxoHsbWbrd9', 'v1.6fe8b3b8b3f48a20e4442821749583aa2d915bcc6740f02016590c2e896ab8f7', 'live', 'active', 'first', 'usr_V9XZ7OprcmS5lyDgxSQCPQi8', 1794752973121, NULL);
INSERT INTO public.sessions OVERRIDING SYSTEM VALUE VALUES (3, DEFAULT, 'ses_czNXWCZf7CRNIF8EjpvhOkWV', 'org_qVtE9JAeKUoVJbxoHsbWbrd9', 'env_mdQiGo2bQU33zPhlPntS9f53', 'ins_DvoSiCpoaIc5hz49OW1TNlIV', 'claude-code', 'active', 'live', 'erased', NULL, NULL, NULL, NULL, 1794752973454, NULL, 0, 0, 1794752973454, 1794752973454);
INSERT INTO public.sessions OVERRIDING SYSTEM VALUE VALUES (1, DEFAULT, 'ses_KC3nykQb6nOd8b7iyAZBs8wR', 'org_qVtE9JAeKUoVJbxoHsbWbrd9', 'env_mdQiGo2bQU33zPhlPntS9f53', 'ins_DvoSiCpoaIc5hz49OW1TNlIV', 'claude-code', 'active', 'live', 'under way', NULL, NULL, NULL, NULL, 1794752973423, NULL, 3, 0, 1794752973423, 1794752973480);
INSERT INTO public.sessions OVERRIDING SYSTEM VALUE VALUES (2, DEFAULT, 'ses_GZKwqsrG1lABxQUT3NtOqpli', 'org_qVtE9JAeKUoVJbxoHsbWbrd9', 'env_mdQiGo2bQU33zPhlPntS9f53', 'ins_DvoSiCpoaIc5hz49OW1TNlIV', 'claude-code', 'completed', 'live', 'over', NULL, NULL, NULL, NULL, 1794752973442, 1794752973497, 1, 0, 1794752973442, 1794752973497);
INSERT INTO public.settings VALUES ('server_key_check', '7c2fc77479283be2273774a0c8c845739c0d29282afa933f99349e8073d5c382');
SELECT pg_catalog.setval('public.sessions_session_pk_seq', 3, true);
ALTER TABLE ONLY projection.session_statistics
    ADD CONSTRAINT session_statistics_pkey PRIMARY KEY (session_id);
ALTER TABLE ONLY public.account_links
    ADD CONSTRAINT account_links_pkey PRIMARY KEY (purpose, subject);
ALTER TABLE ONLY public.account_links
    ADD CONSTRAINT account_links_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_email_lower_key UNIQUE (email_lower);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (audit_id);
ALTER TABLE ONLY public.bus_position
    ADD CONSTRAINT bus_position_pkey PRIMARY KEY (stream);
ALTER TABLE ONLY public.claims
    ADD CONSTRAINT claims_pkey PRIMARY KEY (claim_id);
ALTER TABLE ONLY public.environments
    ADD CONSTRAINT environments_pkey PRIMARY KEY (environment_id);
ALTER TABLE ONLY public.event_batches
    ADD CONSTRAINT event_batches_pkey PRIMARY KEY (bucket, session_pk, first_sequence);
ALTER TABLE ONLY public.event_batches_202611
    ADD CONSTRAINT event_batches_202611_pkey PRIMARY KEY (bucket, session_pk, first_sequence);
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
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_organization_id_email_lower_key UNIQUE (organization_id, email_lower);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_pkey PRIMARY KEY (organization_id, user_id);
ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_pkey PRIMARY KEY (organization_id);
ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.provider_keys
    ADD CONSTRAINT provider_keys_pkey PRIMARY KEY (kind, ordinal);
ALTER TABLE ONLY public.provider_payloads
    ADD CONSTRAINT provider_payloads_pkey PRIMARY KEY (model, id_hash);
ALTER TABLE ONLY public.rate_counts
    ADD CONSTRAINT rate_counts_pkey PRIMARY KEY (minute, key);
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
CREATE INDEX search_chunks_newest ON projection.search_chunks USING btree (organization_id, started_at DESC, session_id DESC);
CREATE INDEX search_chunks_session ON projection.search_chunks USING btree (session_id);
CREATE INDEX search_chunks_words ON projection.search_chunks USING gin (words);
CREATE INDEX audit_log_newest ON public.audit_log USING btree (organization_id, at DESC, audit_id DESC);
CREATE INDEX claims_created ON public.claims USING btree (created_at);
CREATE UNIQUE INDEX environments_machine ON public.environments USING btree (organization_id, machine_key) WHERE (status = 'active'::text);
CREATE INDEX environments_organization ON public.environments USING btree (organization_id);
CREATE UNIQUE INDEX installations_identity ON public.installations USING btree (organization_id, agent_id, COALESCE(environment_id, ''::text));
CREATE UNIQUE INDEX members_active ON public.members USING btree (user_id) WHERE (status = 'active'::text);
CREATE INDEX members_invited ON public.members USING btree (email_lower, created_at);
CREATE INDEX provider_payloads_account ON public.provider_payloads USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX provider_payloads_expiry ON public.provider_payloads USING btree (expires_at);
CREATE INDEX provider_payloads_grant ON public.provider_payloads USING btree (grant_hash) WHERE (grant_hash IS NOT NULL);
CREATE INDEX provider_payloads_uid ON public.provider_payloads USING btree (uid_hash) WHERE (uid_hash IS NOT NULL);
CREATE INDEX secrets_organization ON public.secrets USING btree (organization_id, created_at);
CREATE INDEX session_openings_session ON public.session_openings USING btree (session_id);
CREATE INDEX sessions_by_agent_id ON public.sessions USING btree (organization_id, agent_id, started_at DESC, session_id DESC);
CREATE INDEX sessions_by_environment_id ON public.sessions USING btree (organization_id, environment_id, started_at DESC, session_id DESC);
CREATE INDEX sessions_by_repo_root ON public.sessions USING btree (organization_id, repo_root, started_at DESC, session_id DESC);
CREATE INDEX sessions_by_status ON public.sessions USING btree (organization_id, status, started_at DESC, session_id DESC);
CREATE INDEX sessions_ended ON public.sessions USING btree (ended_at);
CREATE INDEX sessions_started ON public.sessions USING btree (organization_id, started_at DESC, session_id DESC);
CREATE INDEX sessions_uncompacted ON public.sessions USING btree (session_pk) WHERE ((compacted_to IS NOT NULL) AND (status <> 'active'::text));
ALTER INDEX public.event_batches_pkey ATTACH PARTITION public.event_batches_202611_pkey;
ALTER INDEX public.idempotency_pkey ATTACH PARTITION public.idempotency_202611_pkey;
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.audit_log_refuse();
CREATE TRIGGER sessions_partition BEFORE INSERT ON public.sessions FOR EACH ROW EXECUTE FUNCTION public.sessions_partition();
ALTER TABLE ONLY public.environments
    ADD CONSTRAINT environments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);
ALTER TABLE ONLY public.installations
    ADD CONSTRAINT installations_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES public.environments(environment_id);
ALTER TABLE ONLY public.installations
    ADD CONSTRAINT installations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);
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
