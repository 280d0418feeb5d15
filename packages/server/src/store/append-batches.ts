/**
 * The append of a group of batches on PostgreSQL, in one round trip and one commit. The rows of the sessions are
 * locked by a statement of their own: the one after it sees what was committed before it began, so that the keys and
 * counters it reads are the latest. It does everything for the whole group at once, since starting a statement costs
 * more than a row. No key comes twice in a group, see log/in-progress.ts.
 */
export const appendBatches = `
create or replace function append_batches(
  p_organizations text[], p_sessions text[], p_secrets text[], p_counts int[], p_ats bigint[],
  p_keys text[], p_fingerprints text[], p_encodings int[], p_lengths int[], p_bodies bytea,
  p_modes text[], p_machines text[]
) returns table (kind text, first bigint, count int, status int) language plpgsql
set plan_cache_mode = force_generic_plan as $$
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
end $$`;
