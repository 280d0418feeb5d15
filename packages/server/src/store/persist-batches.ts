/**
 * What the persister writes on PostgreSQL: a run of the bus, in one round trip and one commit together with how far
 * it got. Answers null when another process wrote that run first, or
 * connected to the bus anew after the run was read from it, else how many entries did not fit (0 but after a
 * restore from an old backup). It does everything for the whole run at once, since starting a statement costs more
 * than a row.
 */
export const persistBatches = `
create or replace function persist_batches(
  p_stream text, p_epoch bigint, p_from bigint, p_to bigint,
  p_kinds text[], p_sessions text[], p_firsts bigint[], p_counts int[], p_ats bigint[],
  p_keys text[], p_fingerprints text[], p_statuses text[], p_ends bigint[],
  p_encodings int[], p_claims text[], p_lengths int[], p_bodies bytea
) returns int language plpgsql set plan_cache_mode = force_generic_plan as $$
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
end $$`;
