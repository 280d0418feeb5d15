
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
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
  first_month int;
  last_month int;
begin
  -- In one order, so that two groups never wait for each other crosswise.
  select min(locked.bucket), max(locked.bucket) into first_month, last_month from (
    select s.bucket from sessions s
    join unnest(p_sessions, p_organizations) as wanted (session_id, organization_id) using (session_id, organization_id)
    order by s.session_pk for no key update of s) locked;
  return query
  with judged as materialized (
    select wanted.*, s.session_pk, s.bucket, s.event_count, seen.first_sequence as seen_first,
      seen.count as seen_count, seen.status as seen_status,
      sum(wanted.length) over (order by wanted.place) - wanted.length + 1 as start,
      case
        when wanted.secret <> '' and not exists (
          select 1 from secrets where secret_id = wanted.secret and secrets.status = 'active') then 'revoked'
        when s.session_pk is null then 'missing'
        -- Before the state: a retry is answered as the first time, even after the session was closed (V10).
        when seen.fingerprint = decode(wanted.fingerprint, 'hex') then 'replayed'
        when seen.fingerprint is not null then 'reused'
        when s.status <> 'active' then 'closed'
        else 'appended'
      end as outcome
    from unnest(p_organizations, p_sessions, p_secrets, p_counts, p_ats, p_keys, p_fingerprints, p_encodings, p_lengths)
      with ordinality as wanted (organization_id, session_id, secret, events, at, key, fingerprint, encoding, length, place)
    -- "offset 0": each is looked up by its index; as a join the planner might choose to read the whole table.
    left join lateral (select * from sessions s
      where s.session_id = wanted.session_id and s.organization_id = wanted.organization_id offset 0) s on true
    -- "between": told before it begins which months it is about, PostgreSQL does not prepare to look into all of them.
    left join lateral (select * from idempotency k where wanted.key <> '' and k.bucket between first_month and last_month
      and k.bucket = s.bucket and k.session_pk = s.session_pk and k.key_hash = decode(wanted.key, 'hex') offset 0) seen
      on true
  ), numbered as materialized (
    select j.*, j.event_count + 1 - j.events + sum(j.events) over (partition by j.session_pk order by j.place) as number
    from judged j where j.outcome = 'appended'
  ), stored as (
    insert into event_batches select n.bucket, n.session_pk, n.number, n.events, n.at, n.encoding,
      substring(p_bodies from n.start::int for n.length) from numbered n
  ), keyed as (
    insert into idempotency select n.bucket, n.session_pk, decode(n.key, 'hex'), n.number, n.events,
      decode(n.fingerprint, 'hex'), 200 from numbered n where n.key <> ''
  ), counted as (
    update sessions s set event_count = s.event_count + added.events, updated_at = greatest(s.updated_at, added.at)
    from (select n.session_pk, sum(n.events) as events, max(n.at) as at from numbered n group by n.session_pk) added
    where s.session_pk = added.session_pk
  )
  select j.outcome,
    case j.outcome when 'appended' then n.number::bigint when 'replayed' then j.seen_first end,
    case j.outcome when 'appended' then j.events when 'replayed' then j.seen_count end,
    case j.outcome when 'appended' then 200 when 'replayed' then j.seen_status::int end
  from judged j left join numbered n using (place) order by j.place;
end $$;

CREATE FUNCTION public.append_batches(p_organizations text[], p_sessions text[], p_secrets text[], p_counts integer[], p_ats bigint[], p_keys text[], p_fingerprints text[], p_encodings integer[], p_lengths integer[], p_bodies bytea, p_modes text[], p_machines text[]) RETURNS TABLE(kind text, first bigint, count integer, status integer)
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
  first_month int;
  last_month int;
begin
  -- In one order, so that two groups never wait for each other crosswise.
  select min(locked.bucket), max(locked.bucket) into first_month, last_month from (
    select s.bucket from sessions s
    join unnest(p_sessions, p_organizations) as wanted (session_id, organization_id) using (session_id, organization_id)
    order by s.session_pk for no key update of s) locked;
  return query
  with judged as materialized (
    select wanted.*, s.session_pk, s.bucket, s.event_count, seen.first_sequence as seen_first,
      seen.count as seen_count, seen.status as seen_status,
      sum(wanted.length) over (order by wanted.place) - wanted.length + 1 as start,
      case
        when wanted.secret <> '' and c.status is distinct from 'active' then 'revoked'
        when c.registers_only = 1 then 'keyed'
        when s.session_pk is null then 'missing'
        -- As refusalOf of log/outcome.ts has it (K8, K11).
        when wanted.machine <> '' and wanted.machine <> s.environment_id then 'missing'
        when wanted.mode <> '' and wanted.machine = '' and s.is_keyed = 1 then 'keyed'
        when wanted.mode <> '' and wanted.mode <> s.secret_environment then 'walled'
        -- Before the state: a retry is answered as the first time, even after the session was closed (V10).
        when seen.fingerprint = decode(wanted.fingerprint, 'hex') then 'replayed'
        when seen.fingerprint is not null then 'reused'
        when s.status <> 'active' then 'closed'
        else 'appended'
      end as outcome
    from unnest(p_organizations, p_sessions, p_secrets, p_counts, p_ats, p_keys, p_fingerprints, p_encodings, p_lengths,
        p_modes, p_machines)
      with ordinality as wanted (organization_id, session_id, secret, events, at, key, fingerprint, encoding, length,
        mode, machine, place)
    left join lateral (select held.status, held.registers_only from secrets held
      where held.secret_id = wanted.secret offset 0) c on true
    -- "offset 0": each is looked up by its index; as a join the planner might choose to read the whole table.
    left join lateral (select * from sessions s
      where s.session_id = wanted.session_id and s.organization_id = wanted.organization_id offset 0) s on true
    -- "between": told before it begins which months it is about, PostgreSQL does not prepare to look into all of them.
    left join lateral (select * from idempotency k where wanted.key <> '' and k.bucket between first_month and last_month
      and k.bucket = s.bucket and k.session_pk = s.session_pk and k.key_hash = decode(wanted.key, 'hex') offset 0) seen
      on true
  ), numbered as materialized (
    select j.*, j.event_count + 1 - j.events + sum(j.events) over (partition by j.session_pk order by j.place) as number
    from judged j where j.outcome = 'appended'
  ), stored as (
    insert into event_batches select n.bucket, n.session_pk, n.number, n.events, n.at, n.encoding,
      substring(p_bodies from n.start::int for n.length) from numbered n
  ), keyed as (
    insert into idempotency select n.bucket, n.session_pk, decode(n.key, 'hex'), n.number, n.events,
      decode(n.fingerprint, 'hex'), 200 from numbered n where n.key <> ''
  ), counted as (
    update sessions s set event_count = s.event_count + added.events, updated_at = greatest(s.updated_at, added.at)
    from (select n.session_pk, sum(n.events) as events, max(n.at) as at from numbered n group by n.session_pk) added
    where s.session_pk = added.session_pk
  )
  select j.outcome,
    case j.outcome when 'appended' then n.number::bigint when 'replayed' then j.seen_first end,
    case j.outcome when 'appended' then j.events when 'replayed' then j.seen_count end,
    case j.outcome when 'appended' then 200 when 'replayed' then j.seen_status::int end
  from judged j left join numbered n using (place) order by j.place;
end $$;

CREATE FUNCTION public.audit_log_refuse() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
        if tg_op = 'UPDATE' then
          if old.feed_number is null and new.feed_number is not null and new.audit_id is not distinct from old.audit_id and new.organization_id is not distinct from old.organization_id and new.at is not distinct from old.at and new.action is not distinct from old.action and new.outcome is not distinct from old.outcome and new.actor_id is not distinct from old.actor_id and new.target_id is not distinct from old.target_id and new.ip is not distinct from old.ip and new.user_agent is not distinct from old.user_agent and new.request_id is not distinct from old.request_id and new.channel is not distinct from old.channel then return new; end if;
        end if;
        raise exception 'audit_log is append-only';
      end $$;

CREATE FUNCTION public.count_sessions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op <> 'DELETE' and new.repo_root is not null then
    insert into repository_roots values (new.organization_id, new.repo_root, 1)
      on conflict (organization_id, repo_root) do update set sessions = repository_roots.sessions + 1;
    insert into repository_sessions values (new.organization_id, coalesce(new.repository, ''), new.repo_root, new.environment_id, new.agent_id, coalesce(new.author_user_id, ''), 1)
      on conflict (organization_id, repository, repo_root, environment_id, agent_id, author_user_id) do update set sessions = repository_sessions.sessions + 1;
  end if;
  if tg_op <> 'INSERT' and old.repo_root is not null then 
  update repository_roots set sessions = sessions - 1 where organization_id = old.organization_id and repo_root = old.repo_root;
  delete from repository_roots where organization_id = old.organization_id and repo_root = old.repo_root and sessions = 0;
  update repository_sessions set sessions = sessions - 1 where organization_id = old.organization_id and repository = coalesce(old.repository, '') and repo_root = old.repo_root and environment_id = old.environment_id and agent_id = old.agent_id and author_user_id = coalesce(old.author_user_id, '');
  delete from repository_sessions where organization_id = old.organization_id and repository = coalesce(old.repository, '') and repo_root = old.repo_root and environment_id = old.environment_id and agent_id = old.agent_id and author_user_id = coalesce(old.author_user_id, '') and sessions = 0;
  end if;
  return null;
end $$;

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
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
  misfits int;
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
  with entries as materialized (
    select entry.*, entry.first + entry.count - 1 as last,
      sum(entry.length) over (order by entry.place) - entry.length + 1 as start
    from unnest(p_kinds, p_sessions, p_firsts, p_counts, p_ats, p_keys, p_fingerprints, p_encodings, p_claims, p_lengths)
      with ordinality as entry (kind, session_id, first, count, at, key, fingerprint, encoding, claim, length, place)
  ), batches as materialized (
    -- A session that was deleted meanwhile takes its events with it.
    select e.*, s.session_pk, s.bucket, greatest(s.event_count, max(e.last) over (
        partition by s.session_pk order by e.place rows between unbounded preceding and 1 preceding)) as known
    from entries e
    -- "offset 0": each is looked up by its index; as a join the planner might choose to read the whole table.
    cross join lateral (select * from sessions s where s.session_id = e.session_id offset 0) s
    where e.kind = 'batch'
  ), fresh as materialized (
    -- No body: a claim younger than the backup this database was restored from.
    select b.*, case b.claim when '' then substring(p_bodies from b.start::int for b.length)
        else (select c.body from claims c where c.claim_id = b.claim) end as content
    from batches b where b.last > b.known
  ), stored as (
    insert into event_batches select f.bucket, f.session_pk, f.first, f.count, f.at, f.encoding, f.content
    from fresh f where f.content is not null on conflict do nothing
  ), keyed as (
    insert into idempotency select f.bucket, f.session_pk, decode(f.key, 'hex'), f.first, f.count,
      decode(f.fingerprint, 'hex'), 202 from fresh f where f.key <> '' on conflict do nothing
  ), counted as (
    update sessions s set event_count = added.last, updated_at = greatest(s.updated_at, added.at)
    from (select f.session_pk, max(f.last) as last, max(f.at) as at from fresh f group by f.session_pk) added
    where s.session_pk = added.session_pk
  )
  select count(*) filter (where f.first <> f.known + 1) + count(*) filter (where f.content is null) into misfits
  from fresh f;
  if 'close' = any(p_kinds) then
    -- The first one counts.
    update sessions s set status = ending.status, ended_at = ending.ended_at,
      updated_at = greatest(s.updated_at, ending.at)
    from (select distinct on (entry.session_id) entry.*
      from unnest(p_kinds, p_sessions, p_ats, p_statuses, p_ends)
        with ordinality as entry (kind, session_id, at, status, ended_at, place)
      where entry.kind = 'close' order by entry.session_id, entry.place) ending
    where s.session_id = ending.session_id and s.status = 'active';
  end if;
  if exists (select 1 from unnest(p_claims) claim where claim <> '') then
    delete from claims c where c.claim_id = any(p_claims);
  end if;
  return misfits;
end $$;

CREATE FUNCTION public.persist_batches(p_stream text, p_epoch bigint, p_from bigint, p_to bigint, p_kinds text[], p_sessions text[], p_firsts bigint[], p_counts integer[], p_ats bigint[], p_keys text[], p_fingerprints text[], p_statuses text[], p_ends bigint[], p_encodings integer[], p_claims text[], p_lengths integer[], p_bodies bytea) RETURNS integer
    LANGUAGE plpgsql
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
declare
  misfits int;
begin
  update bus_position b set sequence = p_to 
    where b.stream = p_stream and b.epoch = p_epoch and b.sequence = p_from;
  if not found then
    return null;
  end if;
  -- In one order, so that this and a group of appends never wait for each other crosswise.
  perform 1 from sessions s where s.session_id = any(p_sessions) order by s.session_pk for no key update;
  -- Retention may have dropped the month of a session that ended long ago but is only written now.
  perform ensure_event_partition(months.bucket)
    from (select distinct s.bucket from sessions s where s.session_id = any(p_sessions)) months;
  with entries as materialized (
    select entry.*, entry.first + entry.count - 1 as last,
      sum(entry.length) over (order by entry.place) - entry.length + 1 as start
    from unnest(p_kinds, p_sessions, p_firsts, p_counts, p_ats, p_keys, p_fingerprints, p_encodings, p_claims, p_lengths)
      with ordinality as entry (kind, session_id, first, count, at, key, fingerprint, encoding, claim, length, place)
  ), batches as materialized (
    -- A session that was deleted meanwhile takes its events with it.
    select e.*, s.session_pk, s.bucket, greatest(s.event_count, max(e.last) over (
        partition by s.session_pk order by e.place rows between unbounded preceding and 1 preceding)) as known
    from entries e
    -- "offset 0": each is looked up by its index; as a join the planner might choose to read the whole table.
    cross join lateral (select * from sessions s where s.session_id = e.session_id offset 0) s
    where e.kind = 'batch'
  ), fresh as materialized (
    -- No body: a claim younger than the backup this database was restored from.
    select b.*, case b.claim when '' then substring(p_bodies from b.start::int for b.length)
        else (select c.body from claims c where c.claim_id = b.claim) end as content
    from batches b where b.last > b.known
  ), stored as (
    insert into event_batches select f.bucket, f.session_pk, f.first, f.count, f.at, f.encoding, f.content
    from fresh f where f.content is not null on conflict do nothing
  ), keyed as (
    insert into idempotency select f.bucket, f.session_pk, decode(f.key, 'hex'), f.first, f.count,
      decode(f.fingerprint, 'hex'), 202 from fresh f where f.key <> '' on conflict do nothing
  ), counted as (
    update sessions s set event_count = added.last, updated_at = greatest(s.updated_at, added.at)
    from (select f.session_pk, max(f.last) as last, max(f.at) as at from fresh f group by f.session_pk) added
    where s.session_pk = added.session_pk
  )
  select count(*) filter (where f.first <> f.known + 1) + count(*) filter (where f.content is null) into misfits
  from fresh f;
  if 'close' = any(p_kinds) then
    -- The first one counts.
    update sessions s set status = ending.status, ended_at = ending.ended_at,
      updated_at = greatest(s.updated_at, ending.at)
    from (select distinct on (entry.session_id) entry.*
      from unnest(p_kinds, p_sessions, p_ats, p_statuses, p_ends)
        with ordinality as entry (kind, session_id, at, status, ended_at, place)
      where entry.kind = 'close' order by entry.session_id, entry.place) ending
    where s.session_id = ending.session_id and s.status = 'active';
  end if;
  if exists (select 1 from unnest(p_claims) claim where claim <> '') then
    delete from claims c where c.claim_id = any(p_claims);
  end if;
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

CREATE FUNCTION public.tell_environment_registered() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'environment.registered', null, new.environment_id, new.environment_id,
      null, null, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'environment.registered' || ' %'; return null; end $$;

CREATE FUNCTION public.tell_environment_revoked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'environment.revoked', null, new.environment_id, new.environment_id,
      null, null, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'environment.revoked' || ' %'; return null; end $$;

CREATE FUNCTION public.tell_finding_raised() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'finding.raised', new.session_id, new.session_id, new.finding_id,
      null, new.severity, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'finding.raised' || ' %' and new.rank >= e.severity; return null; end $$;

CREATE FUNCTION public.tell_lesson_adopted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'lesson.adopted', null, new.lesson_id, new.lesson_id,
      new.decided_by, null, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'lesson.adopted' || ' %'; return null; end $$;

CREATE FUNCTION public.tell_lesson_retired() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'lesson.retired', null, new.lesson_id, new.lesson_id,
      new.decided_by, null, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'lesson.retired' || ' %'; return null; end $$;

CREATE FUNCTION public.tell_member_joined() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'member.joined', null, new.user_id, new.user_id,
      null, null, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'member.joined' || ' %'; return null; end $$;

CREATE FUNCTION public.tell_member_joined_later() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'member.joined', null, new.user_id, new.user_id,
      null, null, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'member.joined' || ' %'; return null; end $$;

CREATE FUNCTION public.tell_review_requested() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'review.requested', new.session_id, new.session_id, new.user_id,
      new.assigned_by, null, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'review.requested' || ' %'; return null; end $$;

CREATE FUNCTION public.tell_review_requested_again() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'review.requested', new.session_id, new.session_id, new.user_id,
      new.assigned_by, null, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'review.requested' || ' %'; return null; end $$;

CREATE FUNCTION public.tell_review_submitted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'review.submitted', new.session_id, new.session_id, new.review_id,
      new.reviewer_id, new.outcome, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'review.submitted' || ' %'; return null; end $$;

CREATE FUNCTION public.tell_secret_revoked() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'secret.revoked', null, new.secret_id, new.secret_id,
      null, null, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'secret.revoked' || ' %'; return null; end $$;

CREATE FUNCTION public.tell_session_deleted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'session.deleted', new.session_id, new.session_id, new.session_id,
      new.requested_by, new.reason, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'session.deleted' || ' %'; return null; end $$;

CREATE FUNCTION public.tell_session_ended() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'session.' || new.status, new.session_id, new.session_id, new.session_id,
      null, null, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'session.' || new.status || ' %'; return null; end $$;

CREATE FUNCTION public.tell_session_redacted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'session.redacted', new.session_id, new.session_id, new.redaction_id,
      new.requested_by, null, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'session.redacted' || ' %'; return null; end $$;

CREATE FUNCTION public.tell_session_released() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'session.released', new.session_id, new.session_id, new.session_id,
      null, null, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'session.released' || ' %'; return null; end $$;

CREATE FUNCTION public.tell_session_silent() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'session.silent', new.session_id, new.session_id, new.session_id,
      null, null, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'session.silent' || ' %'; return null; end $$;

CREATE FUNCTION public.tell_session_silent_again() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'session.silent', new.session_id, new.session_id, new.session_id,
      null, null, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'session.silent' || ' %'; return null; end $$;

CREATE FUNCTION public.tell_session_started() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'session.started', new.session_id, new.session_id, new.session_id,
      null, null, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'session.started' || ' %'; return null; end $$;

CREATE FUNCTION public.tell_thread_opened() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'thread.opened', new.session_id, new.session_id, new.thread_id,
      new.opened_by, null, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'thread.opened' || ' %'; return null; end $$;

CREATE FUNCTION public.tell_thread_resolved() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into outbox (endpoint_id, organization_id, type, session_id, lane, subject_id, actor_id, detail, at)
    select e.endpoint_id, e.organization_id, 'thread.resolved', new.session_id, new.session_id, new.thread_id,
      new.resolved_by, null, (extract(epoch from clock_timestamp()) * 1000)::bigint
    from outbox_endpoints e where e.organization_id = new.organization_id and e.off_at is null
      and e.types like '% ' || 'thread.resolved' || ' %'; return null; end $$;

CREATE FUNCTION public.trace_session_ended() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into waiting_traces (session_id, organization_id, since)
    select new.session_id, new.organization_id, (extract(epoch from clock_timestamp()) * 1000)::bigint
    where exists (select 1 from settings where name = 'traces')
    on conflict (session_id) do update set next_at = 0, attempts = 0; return null; end $$;

CREATE FUNCTION public.trace_session_released() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin insert into waiting_traces (session_id, organization_id, since)
    select new.session_id, new.organization_id, (extract(epoch from clock_timestamp()) * 1000)::bigint
    where exists (select 1 from settings where name = 'traces')
    on conflict (session_id) do update set next_at = 0, attempts = 0; return null; end $$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.access_policies (
    organization_id text NOT NULL,
    policy text NOT NULL,
    updated_by text NOT NULL,
    updated_at bigint NOT NULL
);

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
    note text,
    why text
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
    channel text,
    feed_number bigint
);

CREATE TABLE public.bus_losses (
    loss_id text NOT NULL,
    stream text NOT NULL,
    session_id text NOT NULL,
    first_sequence bigint NOT NULL,
    last_sequence bigint NOT NULL,
    found_at bigint NOT NULL
);

CREATE TABLE public.bus_position (
    stream text NOT NULL,
    sequence bigint NOT NULL,
    holder text,
    held_until bigint NOT NULL,
    epoch bigint DEFAULT 0 NOT NULL,
    seen bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.chain_entries (
    number bigint NOT NULL,
    at bigint NOT NULL,
    kind text NOT NULL,
    body text NOT NULL,
    digest text NOT NULL,
    signature text NOT NULL
);

CREATE TABLE public.claim_requests (
    environment_id text NOT NULL,
    organization_id text NOT NULL,
    user_id text NOT NULL,
    requested_at bigint NOT NULL
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
    version bigint NOT NULL,
    by_agent integer DEFAULT 0 NOT NULL
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

CREATE TABLE public.data_requests (
    request_id text NOT NULL,
    organization_id text NOT NULL,
    user_id text NOT NULL,
    kind text NOT NULL,
    is_leaving bigint NOT NULL,
    state text NOT NULL,
    reason text,
    asked_by text NOT NULL,
    asked_at bigint NOT NULL,
    decided_by text,
    decided_at bigint,
    answer text,
    sessions bigint NOT NULL,
    comments bigint NOT NULL,
    kept bigint NOT NULL,
    ended_at bigint
);

CREATE TABLE public.due_notices (
    notification_id text NOT NULL,
    channel text NOT NULL,
    organization_id text NOT NULL,
    user_id text NOT NULL,
    due_at bigint NOT NULL,
    outcome text,
    ended_at bigint
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
    first_author_at bigint,
    secret_environment text DEFAULT 'live'::text NOT NULL,
    keyed_at bigint,
    key_rotation_asked_at bigint
);

CREATE TABLE public.erasures (
    session_id text NOT NULL,
    organization_id text NOT NULL,
    session_pk bigint NOT NULL,
    bucket bigint,
    event_count bigint NOT NULL,
    reason text NOT NULL,
    requested_by text,
    requested_at bigint NOT NULL,
    removed_at bigint,
    erased_at bigint,
    proof text
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

CREATE TABLE public.gate_policies (
    organization_id text NOT NULL,
    policy text NOT NULL,
    updated_by text NOT NULL,
    updated_at bigint NOT NULL
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

CREATE TABLE public.judged_sessions (
    session_id text NOT NULL,
    organization_id text NOT NULL,
    mark text NOT NULL,
    folded_to bigint NOT NULL
);

CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);

CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.legal_hold_kept (
    session_id text NOT NULL,
    kept_at bigint NOT NULL
);

CREATE TABLE public.legal_holds (
    legal_hold_id text NOT NULL,
    organization_id text NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    label text,
    reason text NOT NULL,
    set_by text NOT NULL,
    set_at bigint NOT NULL,
    until bigint NOT NULL,
    lift_asked_by text,
    lift_asked_at bigint,
    lifted_by text,
    lifted_at bigint
);

CREATE TABLE public.lesson_policies (
    organization_id text NOT NULL,
    adopters text NOT NULL,
    updated_by text NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE public.lesson_steps (
    lesson_id text NOT NULL,
    step bigint NOT NULL,
    organization_id text NOT NULL,
    deed text NOT NULL,
    version bigint NOT NULL,
    done_by text NOT NULL,
    done_at bigint NOT NULL,
    reason text
);

CREATE TABLE public.lesson_versions (
    lesson_id text NOT NULL,
    version bigint NOT NULL,
    organization_id text NOT NULL,
    content text NOT NULL,
    changed_by text NOT NULL,
    changed_at bigint NOT NULL,
    reason text
);

CREATE TABLE public.lessons (
    lesson_id text NOT NULL,
    organization_id text NOT NULL,
    repository text NOT NULL,
    state text NOT NULL,
    version bigint NOT NULL,
    owner_id text NOT NULL,
    sources text NOT NULL,
    proposed_by text NOT NULL,
    proposed_at bigint NOT NULL,
    decided_by text,
    changed_at bigint NOT NULL
);

CREATE TABLE public.link_decisions (
    organization_id text NOT NULL,
    sha text NOT NULL,
    session_id text NOT NULL,
    verdict text NOT NULL,
    decided_by text NOT NULL,
    decided_at bigint NOT NULL
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
    updated_at bigint NOT NULL,
    hold text DEFAULT 'none'::text NOT NULL
);

CREATE TABLE public.notification_settings (
    user_id text NOT NULL,
    organization_id text NOT NULL,
    outlets text NOT NULL,
    digest bigint NOT NULL,
    updated_at bigint NOT NULL,
    time_zone text,
    quiet_from bigint,
    quiet_to bigint,
    away_until bigint
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
    updated_at bigint NOT NULL,
    cause text DEFAULT 'told'::text NOT NULL
);

CREATE TABLE public.organization_endings (
    ending_id text NOT NULL,
    organization_id text NOT NULL,
    asked_by text NOT NULL,
    asked_at bigint NOT NULL,
    closes_at bigint NOT NULL,
    withdrawn_by text,
    withdrawn_at bigint,
    sessions bigint NOT NULL,
    ended_at bigint
);

CREATE TABLE public.organizations (
    organization_id text NOT NULL,
    name text NOT NULL,
    slug text NOT NULL,
    status text NOT NULL,
    owner_user_id text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    machine_keys_only bigint DEFAULT 0 NOT NULL,
    closes_at bigint
);

CREATE TABLE public.outbox (
    delivery_pk bigint NOT NULL,
    delivery_id text DEFAULT ('dlv_'::text || replace((gen_random_uuid())::text, '-'::text, ''::text)) NOT NULL,
    endpoint_id text NOT NULL,
    organization_id text NOT NULL,
    type text NOT NULL,
    session_id text,
    lane text NOT NULL,
    subject_id text NOT NULL,
    actor_id text,
    detail text,
    at bigint NOT NULL,
    attempts bigint DEFAULT 0 NOT NULL,
    next_at bigint DEFAULT 0 NOT NULL,
    last_at bigint,
    last_status bigint,
    last_fault text,
    outcome text,
    ended_at bigint
);

ALTER TABLE public.outbox ALTER COLUMN delivery_pk ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.outbox_delivery_pk_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.outbox_endpoints (
    endpoint_id text NOT NULL,
    organization_id text NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    sealed_url text NOT NULL,
    shown_url text NOT NULL,
    types text NOT NULL,
    severity bigint NOT NULL,
    with_titles bigint NOT NULL,
    generation bigint NOT NULL,
    previous_until bigint NOT NULL,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    off_at bigint,
    off_reason text,
    failures bigint NOT NULL,
    failing_since bigint,
    paused_until bigint NOT NULL,
    leased_by text,
    leased_until bigint NOT NULL,
    sealed_credential text
);

CREATE TABLE public.outbox_statuses (
    endpoint_id text NOT NULL,
    organization_id text NOT NULL,
    repository text NOT NULL,
    head_sha text NOT NULL,
    base_branch text NOT NULL,
    state text,
    first_seen_at bigint NOT NULL,
    looked_at bigint NOT NULL
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

CREATE TABLE public.pull_decisions (
    organization_id text NOT NULL,
    url text NOT NULL,
    session_id text NOT NULL,
    verdict text NOT NULL,
    decided_by text NOT NULL,
    decided_at bigint NOT NULL
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

CREATE TABLE public.raised_findings (
    session_id text NOT NULL,
    finding_id text NOT NULL,
    organization_id text NOT NULL,
    severity text NOT NULL,
    rank bigint NOT NULL,
    raised_at bigint NOT NULL
);

CREATE UNLOGGED TABLE public.rate_counts (
    minute bigint NOT NULL,
    key text NOT NULL,
    points bigint NOT NULL
);

CREATE TABLE public.recipients (
    user_id text NOT NULL,
    channel text NOT NULL,
    organization_id text NOT NULL,
    last_sent_at bigint NOT NULL,
    attempts bigint NOT NULL,
    held_until bigint NOT NULL,
    claimed_until bigint NOT NULL,
    digest_day text NOT NULL
);

CREATE TABLE public.redacted_words (
    redaction_id text NOT NULL,
    "position" bigint NOT NULL,
    organization_id text NOT NULL,
    scope text,
    environment_id text NOT NULL,
    is_told bigint NOT NULL,
    forms text NOT NULL,
    created_at bigint NOT NULL
);

CREATE TABLE public.redaction_jobs (
    job_id text NOT NULL,
    organization_id text NOT NULL,
    requested_by text NOT NULL,
    requested_at bigint NOT NULL,
    is_admin bigint NOT NULL,
    state text NOT NULL,
    reason text,
    sealed text,
    cursor bigint NOT NULL,
    is_through bigint NOT NULL,
    total bigint NOT NULL,
    looked bigint NOT NULL,
    sessions bigint NOT NULL,
    places bigint NOT NULL,
    held bigint NOT NULL,
    kept bigint NOT NULL,
    found text NOT NULL,
    finished_at bigint
);

CREATE TABLE public.redactions (
    redaction_id text NOT NULL,
    organization_id text NOT NULL,
    session_id text NOT NULL,
    session_pk bigint NOT NULL,
    bucket bigint,
    requested_by text NOT NULL,
    requested_at bigint NOT NULL,
    reason text NOT NULL,
    count bigint NOT NULL,
    sequences text NOT NULL,
    sealed text,
    rewritten_at bigint,
    erased_at bigint,
    job_id text
);

CREATE TABLE public.repository_roots (
    organization_id text NOT NULL,
    repo_root text NOT NULL,
    sessions bigint NOT NULL
);

CREATE TABLE public.repository_sessions (
    organization_id text NOT NULL,
    repository text NOT NULL,
    repo_root text NOT NULL,
    environment_id text NOT NULL,
    agent_id text NOT NULL,
    author_user_id text NOT NULL,
    sessions bigint NOT NULL
);

CREATE TABLE public.retentions (
    organization_id text NOT NULL,
    repository text NOT NULL,
    days bigint,
    updated_by text NOT NULL,
    updated_at bigint NOT NULL
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
    asked_by_policy bigint NOT NULL,
    look_at bigint,
    told_from bigint DEFAULT 0 NOT NULL
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
    dismissed_reason text,
    read_to bigint,
    material bigint,
    files_ticked bigint,
    files_of bigint,
    claims_ticked bigint,
    claims_of bigint,
    is_others bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.seals (
    session_pk bigint NOT NULL,
    first_sequence bigint NOT NULL,
    count bigint NOT NULL,
    digest text NOT NULL,
    marks bytea NOT NULL
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
    revoked_at bigint,
    environment_id text,
    last_used_at bigint,
    registers_only bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.seen (
    session_id text NOT NULL,
    user_id text NOT NULL,
    through_sequence bigint NOT NULL,
    updated_at bigint NOT NULL
);

CREATE TABLE public.session_grants (
    session_id text NOT NULL,
    user_id text NOT NULL,
    organization_id text NOT NULL,
    state text NOT NULL,
    asked_at bigint NOT NULL,
    decided_by text,
    decided_at bigint
);

CREATE TABLE public.session_labels (
    session_id text NOT NULL,
    label text NOT NULL,
    organization_id text NOT NULL,
    labelled_by text NOT NULL,
    labelled_at bigint NOT NULL
);

CREATE TABLE public.session_lessons (
    session_id text NOT NULL,
    lesson_id text NOT NULL,
    way text NOT NULL,
    organization_id text NOT NULL,
    version bigint NOT NULL,
    loaded text NOT NULL,
    noted_at bigint NOT NULL
);

CREATE TABLE public.session_openings (
    organization_id text NOT NULL,
    key_hash text NOT NULL,
    fingerprint text NOT NULL,
    session_id text NOT NULL
);

CREATE TABLE public.session_titles (
    organization_id text NOT NULL,
    session_id text NOT NULL,
    number bigint NOT NULL,
    title text NOT NULL,
    given_by text,
    given_at bigint NOT NULL
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
    review_done integer DEFAULT 0 NOT NULL,
    is_keyed bigint DEFAULT 0 NOT NULL,
    review_begun integer DEFAULT 0 NOT NULL,
    held_for bigint,
    redactions integer DEFAULT 0 NOT NULL
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

CREATE TABLE public.silent_sessions (
    session_id text NOT NULL,
    organization_id text NOT NULL,
    event_count bigint NOT NULL
);

CREATE TABLE public.terminals (
    terminal_id text NOT NULL,
    organization_id text NOT NULL,
    user_id text NOT NULL,
    digest text NOT NULL,
    machine text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint,
    expires_at bigint NOT NULL
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

CREATE TABLE public.ticks (
    session_id text NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    subject text NOT NULL,
    version text NOT NULL,
    ticked_at bigint NOT NULL
);

CREATE TABLE public.tokens (
    token_id text NOT NULL,
    organization_id text NOT NULL,
    user_id text,
    digest text NOT NULL,
    name text NOT NULL,
    scopes text NOT NULL,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    last_used_at bigint,
    last_channel text,
    revoked_at bigint,
    revoked_by text
);

CREATE TABLE public.views (
    view_id text NOT NULL,
    organization_id text NOT NULL,
    user_id text NOT NULL,
    name text NOT NULL,
    search text NOT NULL,
    created_at bigint NOT NULL,
    page text DEFAULT 'sessions'::text NOT NULL,
    saved_by text
);

CREATE TABLE public.waiting_traces (
    session_id text NOT NULL,
    organization_id text NOT NULL,
    since bigint NOT NULL,
    attempts bigint DEFAULT 0 NOT NULL,
    next_at bigint DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY public.event_batches ATTACH PARTITION public.event_batches_202611 FOR VALUES FROM (202611) TO (202612);

ALTER TABLE ONLY public.idempotency ATTACH PARTITION public.idempotency_202611 FOR VALUES FROM (202611) TO (202612);

INSERT INTO public.accounts VALUES ('usr_earlier', 'owner@example.com', 'owner@example.com', 0, 'no password', NULL, 1700000000000, 1700000000000);

INSERT INTO public.assignments VALUES ('ses_nsHJwbGADMdn5mMPXALMxrD4', 'usr_f128mVm1kEZoHBecL0uGolQU', 'org_gFR5bAoG5Emcyvswq30HgyWr', 'usr_f128mVm1kEZoHBecL0uGolQU', 1794778428746, NULL, NULL, NULL);

INSERT INTO public.attention VALUES ('ses_nsHJwbGADMdn5mMPXALMxrD4', 'usr_f128mVm1kEZoHBecL0uGolQU', 'assigned', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1794778428746);

INSERT INTO public.audit_log VALUES ('aud_EuyD1wi25cbHmOfKsRvWhSca', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1794764950211, 'organization_created', 'ok', 'usr_f128mVm1kEZoHBecL0uGolQU', 'org_gFR5bAoG5Emcyvswq30HgyWr', '127.0.0.1', 'node', 'req_UsJDWdoH2JCVhT0000000000', NULL, NULL);
INSERT INTO public.audit_log VALUES ('aud_QlGCx4Pzo5PDkMy2REIC0tE9', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1794764950241, 'secret_issued', 'ok', 'usr_f128mVm1kEZoHBecL0uGolQU', 'sec_5NGYnNq2qAieZvpLYG4WPfiM', '127.0.0.1', 'node', 'req_UsJDWdoH2JCVhT0000000001', NULL, NULL);
INSERT INTO public.audit_log VALUES ('aud_E5ElUBaqihTKPRA2Jb4l8gdh', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1794778428548, 'thread_opened', 'ok', 'usr_f128mVm1kEZoHBecL0uGolQU', 'thr_6XnbhcAB5O5n24afsV4IgP5T', '127.0.0.1', 'node', 'req_hWwXyYWWdyqgTX0000000001', NULL, NULL);
INSERT INTO public.audit_log VALUES ('aud_B6ix65lhKdDfBcWm08x4uVz0', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1794778428666, 'review_submitted', 'ok', 'usr_f128mVm1kEZoHBecL0uGolQU', 'rev_ISn6AiOG1iHLnkzAQKs46S9C', '127.0.0.1', 'node', 'req_hWwXyYWWdyqgTX0000000002', NULL, NULL);
INSERT INTO public.audit_log VALUES ('aud_tid6EizKrL9IG16fMX4pB0so', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1794778428861, 'assignee_added', 'ok', 'usr_f128mVm1kEZoHBecL0uGolQU', 'ses_nsHJwbGADMdn5mMPXALMxrD4', '127.0.0.1', 'node', 'req_hWwXyYWWdyqgTX0000000004', NULL, NULL);
INSERT INTO public.audit_log VALUES ('aud_GWMLP7n1LjuHpE2QgMK5zUDF', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1795009495440, 'review_submitted', 'ok', 'usr_f128mVm1kEZoHBecL0uGolQU', 'rev_Z0kriFO0bZdM2CPeRpN5tb9k', '127.0.0.1', 'node', 'req_SuSgOE7aAISX7j0000000003', NULL, NULL);
INSERT INTO public.audit_log VALUES ('aud_ECBgdv7OhWHURQt26oKDKqpR', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1795009495743, 'thread_opened', 'ok', 'usr_f128mVm1kEZoHBecL0uGolQU', 'thr_MSF8nwwRcWIFq2mY8o5Hg1ho', '127.0.0.1', 'node', 'req_SuSgOE7aAISX7j0000000004', NULL, NULL);
INSERT INTO public.audit_log VALUES ('aud_BxjhIX1oLXpMxKPSIMCyav7t', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1795009527729, 'session_read', 'ok', 'usr_f128mVm1kEZoHBecL0uGolQU', 'ses_oJctDrEIJzkl22I8Wr6jgP5H', '127.0.0.1', 'node', 'req_MiKOPr1YKtBsAj0000000001', 'session', NULL);
INSERT INTO public.audit_log VALUES ('aud_We4wNleVmjTkwB4yaxma3k4z', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1795009602524, 'session_labelled', 'ok', 'usr_f128mVm1kEZoHBecL0uGolQU', 'ses_oJctDrEIJzkl22I8Wr6jgP5H', '127.0.0.1', 'node', 'req_b6QeffP5oHkAX60000000001', NULL, NULL);
INSERT INTO public.audit_log VALUES ('aud_z3MWdz5tBC0iY7KLz0Z6Y1vs', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1795009602729, 'session_labelled', 'ok', 'usr_f128mVm1kEZoHBecL0uGolQU', 'ses_lA1RWNwCcBFGJFfeLDbdShqe', '127.0.0.1', 'node', 'req_b6QeffP5oHkAX60000000002', NULL, NULL);

INSERT INTO public.comments VALUES ('cmt_Ri4xuc2UmbhnDB1APt8HLZ3t', 'thr_6XnbhcAB5O5n24afsV4IgP5T', 'ses_oJctDrEIJzkl22I8Wr6jgP5H', 1, 'usr_f128mVm1kEZoHBecL0uGolQU', 'A question', '[]', 1794778428456, NULL, NULL, 1, 0);
INSERT INTO public.comments VALUES ('cmt_OUPtTc2s14CohGOtGl2vs7lh', 'thr_MSF8nwwRcWIFq2mY8o5Hg1ho', 'ses_lA1RWNwCcBFGJFfeLDbdShqe', 1, 'usr_f128mVm1kEZoHBecL0uGolQU', 'Why was this done?', '[]', 1795009495570, NULL, NULL, 3, 0);

INSERT INTO public.environments VALUES ('env_dV61Id48ZAJinPFpDgYimhSa', 'org_gFR5bAoG5Emcyvswq30HgyWr', NULL, 'host:laptop
linux
', NULL, 'laptop', 'linux', NULL, NULL, NULL, '1.0.0', 'active', 1794764950258, 1794764950258, 1794764950258, NULL, NULL, 'live', NULL, NULL);

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
INSERT INTO public.kysely_migration VALUES ('0011-pull-decisions', '2026-11-16T01:30:14.416Z');
INSERT INTO public.kysely_migration VALUES ('0012-review-looks', '2026-11-17T20:32:59.408Z');
INSERT INTO public.kysely_migration VALUES ('0013-erasures', '2026-11-17T20:58:38.324Z');
INSERT INTO public.kysely_migration VALUES ('0014-kept-counts', '2026-11-18T13:44:52.489Z');
INSERT INTO public.kysely_migration VALUES ('0015-bus-lineage', '2026-11-18T13:44:52.511Z');
INSERT INTO public.kysely_migration VALUES ('0016-review-again', '2026-11-18T13:44:52.514Z');
INSERT INTO public.kysely_migration VALUES ('0017-machine-keys', '2026-11-18T13:44:52.528Z');
INSERT INTO public.kysely_migration VALUES ('0018-claim-requests', '2026-11-18T13:44:52.559Z');
INSERT INTO public.kysely_migration VALUES ('0019-session-titles', '2026-11-18T13:44:52.566Z');
INSERT INTO public.kysely_migration VALUES ('0020-views', '2026-11-18T13:44:52.590Z');
INSERT INTO public.kysely_migration VALUES ('0021-lines', '2026-11-18T13:44:52.650Z');
INSERT INTO public.kysely_migration VALUES ('0022-seen', '2026-11-18T13:44:52.671Z');
INSERT INTO public.kysely_migration VALUES ('0023-ticks', '2026-11-18T13:45:23.623Z');
INSERT INTO public.kysely_migration VALUES ('0024-held', '2026-11-18T13:45:53.480Z');
INSERT INTO public.kysely_migration VALUES ('0025-labels', '2026-11-18T13:45:53.495Z');
INSERT INTO public.kysely_migration VALUES ('0026-review-begun', '2026-11-18T14:37:43.201Z');
INSERT INTO public.kysely_migration VALUES ('0027-access', '2026-11-18T23:49:15.383Z');
INSERT INTO public.kysely_migration VALUES ('0028-rotation', '2026-11-18T23:49:15.392Z');
INSERT INTO public.kysely_migration VALUES ('0029-team-views', '2026-11-18T23:49:15.400Z');
INSERT INTO public.kysely_migration VALUES ('0030-redactions', '2026-11-18T23:49:15.420Z');
INSERT INTO public.kysely_migration VALUES ('0031-tokens', '2026-11-18T23:49:15.429Z');
INSERT INTO public.kysely_migration VALUES ('0032-redacted-words', '2026-11-18T23:49:15.441Z');
INSERT INTO public.kysely_migration VALUES ('0033-outbox', '2026-11-18T23:49:15.552Z');
INSERT INTO public.kysely_migration VALUES ('0034-chain', '2026-11-18T23:49:15.568Z');
INSERT INTO public.kysely_migration VALUES ('0035-gate', '2026-11-18T23:49:15.572Z');
INSERT INTO public.kysely_migration VALUES ('0036-legal-holds', '2026-11-18T23:49:15.584Z');
INSERT INTO public.kysely_migration VALUES ('0037-audit-feed', '2026-11-18T23:49:15.597Z');
INSERT INTO public.kysely_migration VALUES ('0038-lessons', '2026-11-18T23:49:15.621Z');
INSERT INTO public.kysely_migration VALUES ('0039-session-lessons', '2026-11-18T23:49:15.630Z');
INSERT INTO public.kysely_migration VALUES ('0040-redaction-jobs', '2026-11-18T23:49:15.646Z');
INSERT INTO public.kysely_migration VALUES ('0041-commit-statuses', '2026-11-19T01:16:57.278Z');
INSERT INTO public.kysely_migration VALUES ('0042-leaving', '2026-11-19T01:43:14.932Z');
INSERT INTO public.kysely_migration VALUES ('0043-traces', '2026-11-19T02:43:10.478Z');

INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);

INSERT INTO public.link_decisions VALUES ('org_gFR5bAoG5Emcyvswq30HgyWr', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'ses_nsHJwbGADMdn5mMPXALMxrD4', 'linked', 'usr_earlier', 1794764948000);

INSERT INTO public.marks VALUES ('ses_lA1RWNwCcBFGJFfeLDbdShqe', 'usr_f128mVm1kEZoHBecL0uGolQU', 2, 1795009494263);

INSERT INTO public.members VALUES ('org_gFR5bAoG5Emcyvswq30HgyWr', 'usr_f128mVm1kEZoHBecL0uGolQU', 'owner@example.com', 'owner@example.com', 'owner', 'active', 1794764950192, 1794764950192, 1794764950192, 'none');

INSERT INTO public.organizations VALUES ('org_gFR5bAoG5Emcyvswq30HgyWr', 'Earlier', 'earlier', 'active', 'usr_f128mVm1kEZoHBecL0uGolQU', 1794764950192, 1794764950192, 0, NULL);

INSERT INTO public.pull_decisions VALUES ('org_gFR5bAoG5Emcyvswq30HgyWr', 'https://git.example/acme/app/pull/1', 'ses_oJctDrEIJzkl22I8Wr6jgP5H', 'confirmed', 'usr_000000000000000000000000', 1);

INSERT INTO public.rate_counts VALUES (29916824, 'user usr_f128mVm1kEZoHBecL0uGolQU', 4);
INSERT INTO public.rate_counts VALUES (29916824, 'userBytes usr_f128mVm1kEZoHBecL0uGolQU', 103);
INSERT INTO public.rate_counts VALUES (29916825, 'user usr_f128mVm1kEZoHBecL0uGolQU', 4);
INSERT INTO public.rate_counts VALUES (29916826, 'user usr_f128mVm1kEZoHBecL0uGolQU', 8);
INSERT INTO public.rate_counts VALUES (29916826, 'userBytes usr_f128mVm1kEZoHBecL0uGolQU', 159);
INSERT INTO public.rate_counts VALUES (29916877, 'user usr_f128mVm1kEZoHBecL0uGolQU', 3);
INSERT INTO public.rate_counts VALUES (29916877, 'userBytes usr_f128mVm1kEZoHBecL0uGolQU', 37);

INSERT INTO public.review_standings VALUES ('ses_nsHJwbGADMdn5mMPXALMxrD4', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1, '', 0, 0, 0, 0, 0, '[1]', '[1]', 1, NULL, NULL, 0, 0, 0, 1795009492436);
INSERT INTO public.review_standings VALUES ('ses_lA1RWNwCcBFGJFfeLDbdShqe', 'org_gFR5bAoG5Emcyvswq30HgyWr', 3, NULL, 1, 1, 1, 1, 0, '[]', '[]', 1, NULL, NULL, 0, 0, NULL, 0);
INSERT INTO public.review_standings VALUES ('ses_oJctDrEIJzkl22I8Wr6jgP5H', 'org_gFR5bAoG5Emcyvswq30HgyWr', 3, NULL, 1, 1, 1, 0, 0, '[1]', '[1]', 1, NULL, NULL, 0, 0, 1795009648249, 1795009492436);

INSERT INTO public.reviews VALUES ('rev_ISn6AiOG1iHLnkzAQKs46S9C', 'ses_oJctDrEIJzkl22I8Wr6jgP5H', 'org_gFR5bAoG5Emcyvswq30HgyWr', 'usr_f128mVm1kEZoHBecL0uGolQU', 'accepted', 1, NULL, 0, 1794778428593, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0);
INSERT INTO public.reviews VALUES ('rev_Z0kriFO0bZdM2CPeRpN5tb9k', 'ses_lA1RWNwCcBFGJFfeLDbdShqe', 'org_gFR5bAoG5Emcyvswq30HgyWr', 'usr_f128mVm1kEZoHBecL0uGolQU', 'follow_up', 2, 'Not yet.', 0, 1795009495174, NULL, NULL, NULL, NULL, 2, 0, NULL, NULL, NULL, NULL, 0);

INSERT INTO public.secrets VALUES ('sec_5NGYnNq2qAieZvpLYG4WPfiM', 'org_gFR5bAoG5Emcyvswq30HgyWr', 'v1.ca410ec849607b6109d05d81a80da82b818a8dac4c05a687b79ba4b7ae46f4da', 'live', 'active', 'first', 'usr_f128mVm1kEZoHBecL0uGolQU', 1794764950232, NULL, NULL, NULL, 0);

INSERT INTO public.seen VALUES ('ses_lA1RWNwCcBFGJFfeLDbdShqe', 'usr_f128mVm1kEZoHBecL0uGolQU', 3, 1795009494680);

INSERT INTO public.session_labels VALUES ('ses_oJctDrEIJzkl22I8Wr6jgP5H', 'payments', 'org_gFR5bAoG5Emcyvswq30HgyWr', 'usr_f128mVm1kEZoHBecL0uGolQU', 1795009602399);
INSERT INTO public.session_labels VALUES ('ses_lA1RWNwCcBFGJFfeLDbdShqe', 'flaky', 'org_gFR5bAoG5Emcyvswq30HgyWr', 'usr_f128mVm1kEZoHBecL0uGolQU', 1795009602635);

INSERT INTO public.sessions OVERRIDING SYSTEM VALUE VALUES (3, 202611, 'ses_nsHJwbGADMdn5mMPXALMxrD4', 'org_gFR5bAoG5Emcyvswq30HgyWr', 'env_dV61Id48ZAJinPFpDgYimhSa', 'ins_HW5e66rm42oz78fIlqJqkLR4', 'claude-code', 'active', 'live', 'erased', NULL, NULL, NULL, NULL, 1794764950443, NULL, 0, 0, 1794764950443, 1794764950443, NULL, NULL, NULL, NULL, 0, 0, 1, NULL, 0);
INSERT INTO public.sessions OVERRIDING SYSTEM VALUE VALUES (1, 202611, 'ses_lA1RWNwCcBFGJFfeLDbdShqe', 'org_gFR5bAoG5Emcyvswq30HgyWr', 'env_dV61Id48ZAJinPFpDgYimhSa', 'ins_HW5e66rm42oz78fIlqJqkLR4', 'claude-code', 'active', 'live', 'under way', NULL, NULL, NULL, NULL, 1794764950351, NULL, 3, 0, 1794764950351, 1794764950472, NULL, NULL, NULL, NULL, 0, 0, 1, NULL, 0);
INSERT INTO public.sessions OVERRIDING SYSTEM VALUE VALUES (2, 202611, 'ses_oJctDrEIJzkl22I8Wr6jgP5H', 'org_gFR5bAoG5Emcyvswq30HgyWr', 'env_dV61Id48ZAJinPFpDgYimhSa', 'ins_HW5e66rm42oz78fIlqJqkLR4', 'claude-code', 'completed', 'live', 'over', NULL, NULL, NULL, NULL, 1794764950405, 1794764950517, 1, 0, 1794764950405, 1794764950517, NULL, NULL, NULL, NULL, 1, 0, 1, NULL, 0);

INSERT INTO public.settings VALUES ('server_key_check', '7c2fc77479283be2273774a0c8c845739c0d29282afa933f99349e8073d5c382');
INSERT INTO public.settings VALUES ('lineage', '4de6798e-0642-4d42-aae7-24c94de1be86');

INSERT INTO public.threads VALUES ('thr_6XnbhcAB5O5n24afsV4IgP5T', 'ses_oJctDrEIJzkl22I8Wr6jgP5H', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1, '{"sequence":1}', 'open', 1, 'usr_f128mVm1kEZoHBecL0uGolQU', NULL, NULL, 1, 'usr_f128mVm1kEZoHBecL0uGolQU', 1794778428456, 1794778428456, 1794778428456, 1);
INSERT INTO public.threads VALUES ('thr_MSF8nwwRcWIFq2mY8o5Hg1ho', 'ses_lA1RWNwCcBFGJFfeLDbdShqe', 'org_gFR5bAoG5Emcyvswq30HgyWr', 1, '{"sequence":2}', 'open', 1, 'usr_f128mVm1kEZoHBecL0uGolQU', NULL, NULL, 1, 'usr_f128mVm1kEZoHBecL0uGolQU', 1795009495570, 1795009495570, 1795009495570, 3);

INSERT INTO public.ticks VALUES ('ses_oJctDrEIJzkl22I8Wr6jgP5H', 'usr_f128mVm1kEZoHBecL0uGolQU', 'ed56ce155dd7d53272e4e92f951df72c253ad1ad3bb3505eeba9e1409e4e327f', 'file', 'src/billing.ts', '1.1.0.0', 1795009528249);

INSERT INTO public.views VALUES ('viw_TtjgMgI6RkHxgEfmhq60slUk', 'org_gFR5bAoG5Emcyvswq30HgyWr', 'usr_f128mVm1kEZoHBecL0uGolQU', 'Mine', 'has=errors', 1795012666020, 'sessions', NULL);

SELECT pg_catalog.setval('public.commit_reports_report_pk_seq', 1, false);

SELECT pg_catalog.setval('public.outbox_delivery_pk_seq', 1, false);

SELECT pg_catalog.setval('public.sessions_session_pk_seq', 3, true);

ALTER TABLE ONLY public.access_policies
    ADD CONSTRAINT access_policies_pkey PRIMARY KEY (organization_id);

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

ALTER TABLE ONLY public.bus_losses
    ADD CONSTRAINT bus_losses_pkey PRIMARY KEY (loss_id);

ALTER TABLE ONLY public.bus_position
    ADD CONSTRAINT bus_position_pkey PRIMARY KEY (stream);

ALTER TABLE ONLY public.chain_entries
    ADD CONSTRAINT chain_entries_pkey PRIMARY KEY (number);

ALTER TABLE ONLY public.claim_requests
    ADD CONSTRAINT claim_requests_pkey PRIMARY KEY (environment_id, user_id);

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

ALTER TABLE ONLY public.data_requests
    ADD CONSTRAINT data_requests_pkey PRIMARY KEY (request_id);

ALTER TABLE ONLY public.due_notices
    ADD CONSTRAINT due_notices_pkey PRIMARY KEY (notification_id, channel);

ALTER TABLE ONLY public.environment_claims
    ADD CONSTRAINT environment_claims_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.environment_claims
    ADD CONSTRAINT environment_claims_pkey PRIMARY KEY (environment_id);

ALTER TABLE ONLY public.environments
    ADD CONSTRAINT environments_pkey PRIMARY KEY (environment_id);

ALTER TABLE ONLY public.erasures
    ADD CONSTRAINT erasures_pkey PRIMARY KEY (session_id);

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

ALTER TABLE ONLY public.gate_policies
    ADD CONSTRAINT gate_policies_pkey PRIMARY KEY (organization_id);

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

ALTER TABLE ONLY public.judged_sessions
    ADD CONSTRAINT judged_sessions_pkey PRIMARY KEY (session_id);

ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.legal_hold_kept
    ADD CONSTRAINT legal_hold_kept_pkey PRIMARY KEY (session_id);

ALTER TABLE ONLY public.legal_holds
    ADD CONSTRAINT legal_holds_pkey PRIMARY KEY (legal_hold_id);

ALTER TABLE ONLY public.lesson_policies
    ADD CONSTRAINT lesson_policies_pkey PRIMARY KEY (organization_id);

ALTER TABLE ONLY public.lesson_steps
    ADD CONSTRAINT lesson_steps_pkey PRIMARY KEY (lesson_id, step);

ALTER TABLE ONLY public.lesson_versions
    ADD CONSTRAINT lesson_versions_pkey PRIMARY KEY (lesson_id, version);

ALTER TABLE ONLY public.lessons
    ADD CONSTRAINT lessons_pkey PRIMARY KEY (lesson_id);

ALTER TABLE ONLY public.link_decisions
    ADD CONSTRAINT link_decisions_pkey PRIMARY KEY (session_id, sha);

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

ALTER TABLE ONLY public.organization_endings
    ADD CONSTRAINT organization_endings_pkey PRIMARY KEY (ending_id);

ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_pkey PRIMARY KEY (organization_id);

ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_slug_key UNIQUE (slug);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_delivery_id_key UNIQUE (delivery_id);

ALTER TABLE ONLY public.outbox_endpoints
    ADD CONSTRAINT outbox_endpoints_pkey PRIMARY KEY (endpoint_id);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (delivery_pk);

ALTER TABLE ONLY public.outbox_statuses
    ADD CONSTRAINT outbox_statuses_pkey PRIMARY KEY (endpoint_id, repository, head_sha, base_branch);

ALTER TABLE ONLY public.provider_keys
    ADD CONSTRAINT provider_keys_pkey PRIMARY KEY (kind, ordinal);

ALTER TABLE ONLY public.provider_payloads
    ADD CONSTRAINT provider_payloads_pkey PRIMARY KEY (model, id_hash);

ALTER TABLE ONLY public.pull_commits
    ADD CONSTRAINT pull_commits_pkey PRIMARY KEY (organization_id, url, sha);

ALTER TABLE ONLY public.pull_decisions
    ADD CONSTRAINT pull_decisions_pkey PRIMARY KEY (session_id, url);

ALTER TABLE ONLY public.pull_requests
    ADD CONSTRAINT pull_requests_pkey PRIMARY KEY (organization_id, url);

ALTER TABLE ONLY public.raised_findings
    ADD CONSTRAINT raised_findings_pkey PRIMARY KEY (session_id, finding_id);

ALTER TABLE ONLY public.rate_counts
    ADD CONSTRAINT rate_counts_pkey PRIMARY KEY (minute, key);

ALTER TABLE ONLY public.recipients
    ADD CONSTRAINT recipients_pkey PRIMARY KEY (user_id, channel);

ALTER TABLE ONLY public.redacted_words
    ADD CONSTRAINT redacted_words_pkey PRIMARY KEY (redaction_id, "position");

ALTER TABLE ONLY public.redaction_jobs
    ADD CONSTRAINT redaction_jobs_pkey PRIMARY KEY (job_id);

ALTER TABLE ONLY public.redactions
    ADD CONSTRAINT redactions_pkey PRIMARY KEY (redaction_id);

ALTER TABLE ONLY public.repository_roots
    ADD CONSTRAINT repository_roots_pkey PRIMARY KEY (organization_id, repo_root);

ALTER TABLE ONLY public.repository_sessions
    ADD CONSTRAINT repository_sessions_pkey PRIMARY KEY (organization_id, repository, repo_root, environment_id, agent_id, author_user_id);

ALTER TABLE ONLY public.retentions
    ADD CONSTRAINT retentions_pkey PRIMARY KEY (organization_id, repository);

ALTER TABLE ONLY public.review_keys
    ADD CONSTRAINT review_keys_pkey PRIMARY KEY (organization_id, key_hash);

ALTER TABLE ONLY public.review_policies
    ADD CONSTRAINT review_policies_pkey PRIMARY KEY (organization_id);

ALTER TABLE ONLY public.review_standings
    ADD CONSTRAINT review_standings_pkey PRIMARY KEY (session_id);

ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_pkey PRIMARY KEY (review_id);

ALTER TABLE ONLY public.seals
    ADD CONSTRAINT seals_pkey PRIMARY KEY (session_pk, first_sequence);

ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (secret_id);

ALTER TABLE ONLY public.seen
    ADD CONSTRAINT seen_pkey PRIMARY KEY (session_id, user_id);

ALTER TABLE ONLY public.session_grants
    ADD CONSTRAINT session_grants_pkey PRIMARY KEY (session_id, user_id);

ALTER TABLE ONLY public.session_labels
    ADD CONSTRAINT session_labels_pkey PRIMARY KEY (session_id, label);

ALTER TABLE ONLY public.session_lessons
    ADD CONSTRAINT session_lessons_pkey PRIMARY KEY (session_id, lesson_id, way);

ALTER TABLE ONLY public.session_openings
    ADD CONSTRAINT session_openings_pkey PRIMARY KEY (organization_id, key_hash);

ALTER TABLE ONLY public.session_titles
    ADD CONSTRAINT session_titles_pkey PRIMARY KEY (session_id, number);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (session_pk);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_session_id_key UNIQUE (session_id);

ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.sign_in_attempts
    ADD CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (bucket);

ALTER TABLE ONLY public.silent_sessions
    ADD CONSTRAINT silent_sessions_pkey PRIMARY KEY (session_id);

ALTER TABLE ONLY public.terminals
    ADD CONSTRAINT terminals_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.terminals
    ADD CONSTRAINT terminals_pkey PRIMARY KEY (terminal_id);

ALTER TABLE ONLY public.thread_mentions
    ADD CONSTRAINT thread_mentions_pkey PRIMARY KEY (thread_id, user_id);

ALTER TABLE ONLY public.threads
    ADD CONSTRAINT threads_pkey PRIMARY KEY (thread_id);

ALTER TABLE ONLY public.threads
    ADD CONSTRAINT threads_session_id_number_key UNIQUE (session_id, number);

ALTER TABLE ONLY public.ticks
    ADD CONSTRAINT ticks_pkey PRIMARY KEY (session_id, user_id, name);

ALTER TABLE ONLY public.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (token_id);

ALTER TABLE ONLY public.views
    ADD CONSTRAINT views_organization_id_user_id_name_key UNIQUE (organization_id, user_id, name);

ALTER TABLE ONLY public.views
    ADD CONSTRAINT views_pkey PRIMARY KEY (view_id);

ALTER TABLE ONLY public.waiting_traces
    ADD CONSTRAINT waiting_traces_pkey PRIMARY KEY (session_id);

CREATE INDEX accounts_email ON public.accounts USING btree (email_lower);

CREATE UNIQUE INDEX accounts_verified_email ON public.accounts USING btree (email_lower) WHERE (email_verified = 1);

CREATE INDEX assignments_by_rotation ON public.assignments USING btree (organization_id, created_at, user_id) WHERE (why IS NOT NULL);

CREATE INDEX assignments_of_member ON public.assignments USING btree (organization_id, user_id);

CREATE INDEX attention_of_member ON public.attention USING btree (organization_id, user_id, since, session_id);

CREATE INDEX audit_log_actor ON public.audit_log USING btree (organization_id, actor_id, at);

CREATE INDEX audit_log_feed ON public.audit_log USING btree (organization_id, feed_number, at, audit_id);

CREATE INDEX audit_log_newest ON public.audit_log USING btree (organization_id, at DESC, audit_id DESC);

CREATE INDEX audit_log_reads ON public.audit_log USING btree (target_id, at) WHERE (action = 'session_read'::text);

CREATE INDEX claim_requests_of_organization ON public.claim_requests USING btree (organization_id, requested_at);

CREATE INDEX claims_created ON public.claims USING btree (created_at);

CREATE INDEX comments_by_session ON public.comments USING btree (session_id, version);

CREATE INDEX comments_by_writer ON public.comments USING btree (session_id, thread_id, written_by) WHERE (deleted_at IS NULL);

CREATE INDEX commit_reports_new ON public.commit_reports USING btree (organization_id, repository, report_pk);

CREATE UNIQUE INDEX commit_reports_session ON public.commit_reports USING btree (session_id, sha);

CREATE INDEX commit_reports_sha ON public.commit_reports USING btree (organization_id, sha);

CREATE INDEX commit_rewrites_session ON public.commit_rewrites USING btree (session_id);

CREATE INDEX commit_rewrites_to ON public.commit_rewrites USING btree (organization_id, to_sha);

CREATE INDEX commits_authored ON public.commits USING btree (organization_id, authored_at);

CREATE INDEX commits_committed ON public.commits USING btree (organization_id, committed_at);

CREATE UNIQUE INDEX data_requests_asked ON public.data_requests USING btree (user_id) WHERE (state = 'asked'::text);

CREATE INDEX data_requests_granted ON public.data_requests USING btree (decided_at) WHERE (state = 'granted'::text);

CREATE INDEX data_requests_organization ON public.data_requests USING btree (organization_id, asked_at);

CREATE INDEX due_notices_of_member ON public.due_notices USING btree (user_id);

CREATE INDEX due_notices_open ON public.due_notices USING btree (channel, user_id, due_at) WHERE (ended_at IS NULL);

CREATE INDEX environments_author ON public.environments USING btree (author_user_id) WHERE (author_user_id IS NOT NULL);

CREATE UNIQUE INDEX environments_machine ON public.environments USING btree (organization_id, machine_key) WHERE (status = 'active'::text);

CREATE INDEX environments_organization ON public.environments USING btree (organization_id);

CREATE INDEX environments_root ON public.environments USING btree (organization_id, repo_root);

CREATE INDEX erasures_organization ON public.erasures USING btree (organization_id, requested_at);

CREATE INDEX erasures_pending ON public.erasures USING btree (requested_at) WHERE (erased_at IS NULL);

CREATE INDEX finding_dispositions_rule ON public.finding_dispositions USING btree (organization_id, rule, verdict);

CREATE UNIQUE INDEX installations_identity ON public.installations USING btree (organization_id, agent_id, COALESCE(environment_id, ''::text));

CREATE INDEX integration_deliveries_age ON public.integration_deliveries USING btree (received_at);

CREATE INDEX integrations_organization ON public.integrations USING btree (organization_id);

CREATE INDEX legal_holds_organization ON public.legal_holds USING btree (organization_id, set_at);

CREATE INDEX lessons_scope ON public.lessons USING btree (organization_id, repository, state);

CREATE INDEX link_decisions_sha ON public.link_decisions USING btree (organization_id, sha);

CREATE UNIQUE INDEX members_active ON public.members USING btree (user_id) WHERE (status = 'active'::text);

CREATE INDEX members_invited ON public.members USING btree (email_lower, created_at);

CREATE INDEX notifications_age ON public.notifications USING btree (updated_at);

CREATE UNIQUE INDEX notifications_by_cause ON public.notifications USING btree (user_id, subject_id, reason, cause);

CREATE INDEX notifications_newest ON public.notifications USING btree (user_id, updated_at DESC, notification_id DESC);

CREATE INDEX notifications_session ON public.notifications USING btree (session_id);

CREATE INDEX notifications_waiting ON public.notifications USING btree (user_id, updated_at) WHERE (state = 'unread'::text);

CREATE UNIQUE INDEX organization_endings_open ON public.organization_endings USING btree (organization_id) WHERE ((withdrawn_at IS NULL) AND (ended_at IS NULL));

CREATE INDEX outbox_endpoints_organization ON public.outbox_endpoints USING btree (organization_id);

CREATE INDEX outbox_listed ON public.outbox USING btree (endpoint_id, delivery_pk);

CREATE INDEX outbox_waiting ON public.outbox USING btree (endpoint_id, lane, delivery_pk) WHERE (ended_at IS NULL);

CREATE INDEX provider_payloads_account ON public.provider_payloads USING btree (account_id) WHERE (account_id IS NOT NULL);

CREATE INDEX provider_payloads_expiry ON public.provider_payloads USING btree (expires_at);

CREATE INDEX provider_payloads_grant ON public.provider_payloads USING btree (grant_hash) WHERE (grant_hash IS NOT NULL);

CREATE INDEX provider_payloads_uid ON public.provider_payloads USING btree (uid_hash) WHERE (uid_hash IS NOT NULL);

CREATE INDEX pull_commits_sha ON public.pull_commits USING btree (organization_id, sha);

CREATE INDEX pull_decisions_url ON public.pull_decisions USING btree (organization_id, url);

CREATE INDEX pull_requests_head ON public.pull_requests USING btree (organization_id, head_sha);

CREATE INDEX pull_requests_merge ON public.pull_requests USING btree (organization_id, merge_sha);

CREATE INDEX pull_requests_updated ON public.pull_requests USING btree (organization_id, updated_at);

CREATE INDEX redacted_words_age ON public.redacted_words USING btree (organization_id, created_at);

CREATE INDEX redacted_words_scope ON public.redacted_words USING btree (organization_id, scope);

CREATE INDEX redaction_jobs_open ON public.redaction_jobs USING btree (requested_at) WHERE (finished_at IS NULL);

CREATE INDEX redaction_jobs_organization ON public.redaction_jobs USING btree (organization_id, requested_at);

CREATE UNIQUE INDEX redactions_job ON public.redactions USING btree (job_id, session_id);

CREATE INDEX redactions_organization ON public.redactions USING btree (organization_id, requested_at);

CREATE INDEX redactions_pending ON public.redactions USING btree (requested_at) WHERE (erased_at IS NULL);

CREATE INDEX redactions_session ON public.redactions USING btree (session_id, requested_at);

CREATE INDEX review_keys_by_session ON public.review_keys USING btree (session_id);

CREATE INDEX review_standings_accepted ON public.review_standings USING btree (session_id) WHERE (accepted_with_own <> '[]'::jsonb);

CREATE INDEX review_standings_by_look ON public.review_standings USING btree (look_at) WHERE (look_at IS NOT NULL);

CREATE INDEX review_standings_held ON public.review_standings USING btree (reserved_by, reserved_until) WHERE (reserved_by IS NOT NULL);

CREATE INDEX reviews_by_session ON public.reviews USING btree (session_id, created_at);

CREATE INDEX secrets_of_environment ON public.secrets USING btree (environment_id) WHERE (environment_id IS NOT NULL);

CREATE INDEX secrets_organization ON public.secrets USING btree (organization_id, created_at);

CREATE INDEX seen_of_member ON public.seen USING btree (user_id);

CREATE INDEX session_grants_by_member ON public.session_grants USING btree (user_id, session_id);

CREATE INDEX session_labels_by_label ON public.session_labels USING btree (organization_id, label, session_id);

CREATE INDEX session_lessons_given ON public.session_lessons USING btree (organization_id, lesson_id);

CREATE INDEX session_openings_session ON public.session_openings USING btree (session_id);

CREATE INDEX sessions_authors ON public.sessions USING btree (organization_id, COALESCE(author_user_id, ''::text), started_at DESC, session_id DESC, status, agent_id, environment_id, secret_environment);

CREATE INDEX sessions_authors_back ON public.sessions USING btree (organization_id, COALESCE(author_user_id, ''::text) DESC, started_at DESC, session_id DESC, status, agent_id, environment_id, secret_environment);

CREATE INDEX sessions_begun_history ON public.sessions USING btree (organization_id, session_id) WHERE ((review_begun = 1) AND (ended_at < (created_at - 259200000)));

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

CREATE INDEX sessions_held ON public.sessions USING btree (author_user_id, started_at) WHERE (held_for IS NOT NULL);

CREATE INDEX sessions_repositories ON public.sessions USING btree (organization_id, COALESCE(repo_root, ''::text), started_at DESC, session_id DESC, status, agent_id, environment_id, secret_environment);

CREATE INDEX sessions_repositories_back ON public.sessions USING btree (organization_id, COALESCE(repo_root, ''::text) DESC, started_at DESC, session_id DESC, status, agent_id, environment_id, secret_environment);

CREATE INDEX sessions_start_repair ON public.sessions USING btree (session_pk) WHERE (start_repair IS NOT NULL);

CREATE INDEX sessions_started ON public.sessions USING btree (organization_id, started_at DESC, session_id DESC, status, agent_id, environment_id, repo_root, secret_environment);

CREATE INDEX sessions_uncompacted ON public.sessions USING btree (session_pk) WHERE ((compacted_to IS NOT NULL) AND (status <> 'active'::text));

CREATE INDEX sessions_waiting ON public.sessions USING btree (organization_id, (
CASE
    WHEN (ended_at > created_at) THEN ended_at
    ELSE created_at
END), session_id) WHERE ((review_done = 0) AND ((review_begun = 1) OR (ended_at IS NULL) OR (ended_at >= (created_at - 259200000))));

CREATE INDEX terminals_of_member ON public.terminals USING btree (user_id);

CREATE INDEX thread_mentions_by_session ON public.thread_mentions USING btree (session_id);

CREATE UNIQUE INDEX tokens_digest ON public.tokens USING btree (digest);

CREATE INDEX tokens_organization ON public.tokens USING btree (organization_id, created_at);

CREATE INDEX tokens_user ON public.tokens USING btree (user_id);

CREATE INDEX waiting_traces_due ON public.waiting_traces USING btree (next_at);

ALTER INDEX public.event_batches_pkey ATTACH PARTITION public.event_batches_202611_pkey;

ALTER INDEX public.idempotency_pkey ATTACH PARTITION public.idempotency_202611_pkey;

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.audit_log_refuse();

CREATE TRIGGER sessions_counted AFTER INSERT OR DELETE OR UPDATE OF repository, repo_root, author_user_id ON public.sessions FOR EACH ROW EXECUTE FUNCTION public.count_sessions();

CREATE TRIGGER sessions_partition BEFORE INSERT ON public.sessions FOR EACH ROW EXECUTE FUNCTION public.sessions_partition();

CREATE TRIGGER tell_environment_registered AFTER INSERT ON public.environments FOR EACH ROW EXECUTE FUNCTION public.tell_environment_registered();

CREATE TRIGGER tell_environment_revoked AFTER UPDATE OF status ON public.environments FOR EACH ROW WHEN (((new.status = 'revoked'::text) AND (old.status <> 'revoked'::text))) EXECUTE FUNCTION public.tell_environment_revoked();

CREATE TRIGGER tell_finding_raised AFTER INSERT ON public.raised_findings FOR EACH ROW EXECUTE FUNCTION public.tell_finding_raised();

CREATE TRIGGER tell_lesson_adopted AFTER UPDATE OF state ON public.lessons FOR EACH ROW WHEN (((old.state <> 'adopted'::text) AND (new.state = 'adopted'::text))) EXECUTE FUNCTION public.tell_lesson_adopted();

CREATE TRIGGER tell_lesson_retired AFTER UPDATE OF state ON public.lessons FOR EACH ROW WHEN (((old.state <> 'retired'::text) AND (new.state = 'retired'::text) AND (old.state = 'adopted'::text))) EXECUTE FUNCTION public.tell_lesson_retired();

CREATE TRIGGER tell_member_joined AFTER INSERT ON public.members FOR EACH ROW WHEN ((new.status = 'active'::text)) EXECUTE FUNCTION public.tell_member_joined();

CREATE TRIGGER tell_member_joined_later AFTER UPDATE OF status ON public.members FOR EACH ROW WHEN (((old.status <> 'active'::text) AND (new.status = 'active'::text))) EXECUTE FUNCTION public.tell_member_joined_later();

CREATE TRIGGER tell_review_requested AFTER INSERT ON public.assignments FOR EACH ROW WHEN ((new.declined_at IS NULL)) EXECUTE FUNCTION public.tell_review_requested();

CREATE TRIGGER tell_review_requested_again AFTER UPDATE OF declined_at ON public.assignments FOR EACH ROW WHEN (((old.declined_at IS NOT NULL) AND (new.declined_at IS NULL))) EXECUTE FUNCTION public.tell_review_requested_again();

CREATE TRIGGER tell_review_submitted AFTER INSERT ON public.reviews FOR EACH ROW EXECUTE FUNCTION public.tell_review_submitted();

CREATE TRIGGER tell_secret_revoked AFTER UPDATE OF status ON public.secrets FOR EACH ROW WHEN (((new.status = 'revoked'::text) AND (old.status <> 'revoked'::text) AND (new.environment_id IS NULL))) EXECUTE FUNCTION public.tell_secret_revoked();

CREATE TRIGGER tell_session_deleted AFTER INSERT ON public.erasures FOR EACH ROW EXECUTE FUNCTION public.tell_session_deleted();

CREATE TRIGGER tell_session_ended AFTER UPDATE OF status ON public.sessions FOR EACH ROW WHEN (((old.status = 'active'::text) AND (new.status <> 'active'::text))) EXECUTE FUNCTION public.tell_session_ended();

CREATE TRIGGER tell_session_redacted AFTER INSERT ON public.redactions FOR EACH ROW EXECUTE FUNCTION public.tell_session_redacted();

CREATE TRIGGER tell_session_released AFTER UPDATE OF held_for ON public.sessions FOR EACH ROW WHEN (((old.held_for IS NOT NULL) AND (new.held_for IS NULL))) EXECUTE FUNCTION public.tell_session_released();

CREATE TRIGGER tell_session_silent AFTER INSERT ON public.silent_sessions FOR EACH ROW EXECUTE FUNCTION public.tell_session_silent();

CREATE TRIGGER tell_session_silent_again AFTER UPDATE OF event_count ON public.silent_sessions FOR EACH ROW WHEN ((new.event_count <> old.event_count)) EXECUTE FUNCTION public.tell_session_silent_again();

CREATE TRIGGER tell_session_started AFTER INSERT ON public.sessions FOR EACH ROW EXECUTE FUNCTION public.tell_session_started();

CREATE TRIGGER tell_thread_opened AFTER INSERT ON public.threads FOR EACH ROW EXECUTE FUNCTION public.tell_thread_opened();

CREATE TRIGGER tell_thread_resolved AFTER UPDATE OF state ON public.threads FOR EACH ROW WHEN (((old.state = 'open'::text) AND (new.state = 'resolved'::text))) EXECUTE FUNCTION public.tell_thread_resolved();

CREATE TRIGGER trace_session_ended AFTER UPDATE OF status ON public.sessions FOR EACH ROW WHEN (((old.status = 'active'::text) AND (new.status <> 'active'::text))) EXECUTE FUNCTION public.trace_session_ended();

CREATE TRIGGER trace_session_released AFTER UPDATE OF held_for ON public.sessions FOR EACH ROW WHEN (((old.held_for IS NOT NULL) AND (new.held_for IS NULL) AND (new.status <> 'active'::text))) EXECUTE FUNCTION public.trace_session_released();

ALTER TABLE ONLY public.access_policies
    ADD CONSTRAINT access_policies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.assignments
    ADD CONSTRAINT assignments_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.attention
    ADD CONSTRAINT attention_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES public.threads(thread_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.data_requests
    ADD CONSTRAINT data_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.due_notices
    ADD CONSTRAINT due_notices_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES public.notifications(notification_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.environment_claims
    ADD CONSTRAINT environment_claims_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES public.environments(environment_id);

ALTER TABLE ONLY public.environment_claims
    ADD CONSTRAINT environment_claims_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.environments
    ADD CONSTRAINT environments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.gate_policies
    ADD CONSTRAINT gate_policies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.installations
    ADD CONSTRAINT installations_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES public.environments(environment_id);

ALTER TABLE ONLY public.installations
    ADD CONSTRAINT installations_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.judged_sessions
    ADD CONSTRAINT judged_sessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.legal_hold_kept
    ADD CONSTRAINT legal_hold_kept_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.legal_holds
    ADD CONSTRAINT legal_holds_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.lesson_policies
    ADD CONSTRAINT lesson_policies_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.lesson_steps
    ADD CONSTRAINT lesson_steps_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES public.lessons(lesson_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.lesson_versions
    ADD CONSTRAINT lesson_versions_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES public.lessons(lesson_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.lessons
    ADD CONSTRAINT lessons_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.marks
    ADD CONSTRAINT marks_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.notification_settings
    ADD CONSTRAINT notification_settings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES public.outbox_endpoints(endpoint_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.outbox_endpoints
    ADD CONSTRAINT outbox_endpoints_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.outbox_statuses
    ADD CONSTRAINT outbox_statuses_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES public.outbox_endpoints(endpoint_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.raised_findings
    ADD CONSTRAINT raised_findings_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.redaction_jobs
    ADD CONSTRAINT redaction_jobs_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.redactions
    ADD CONSTRAINT redactions_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.retentions
    ADD CONSTRAINT retentions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id) ON DELETE CASCADE;

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

ALTER TABLE ONLY public.seen
    ADD CONSTRAINT seen_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.session_grants
    ADD CONSTRAINT session_grants_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.session_labels
    ADD CONSTRAINT session_labels_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.session_lessons
    ADD CONSTRAINT session_lessons_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.session_openings
    ADD CONSTRAINT session_openings_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES public.environments(environment_id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES public.installations(installation_id);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES public.organizations(organization_id);

ALTER TABLE ONLY public.silent_sessions
    ADD CONSTRAINT silent_sessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.thread_mentions
    ADD CONSTRAINT thread_mentions_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.thread_mentions
    ADD CONSTRAINT thread_mentions_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES public.threads(thread_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.threads
    ADD CONSTRAINT threads_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ticks
    ADD CONSTRAINT ticks_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.waiting_traces
    ADD CONSTRAINT waiting_traces_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(session_id) ON DELETE CASCADE;

