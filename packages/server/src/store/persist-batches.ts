/**
 * What the persister writes on PostgreSQL: a run of the bus, in one round trip and one commit together with how far
 * it got. Answers null when another process wrote that run first, else how many entries did not fit (0 but after a
 * restore from an old backup).
 */
export const persistBatches = `
create or replace function persist_batches(
  p_stream text, p_from bigint, p_to bigint,
  p_kinds text[], p_sessions text[], p_firsts bigint[], p_counts int[], p_ats bigint[],
  p_keys text[], p_fingerprints text[], p_statuses text[], p_ends bigint[],
  p_encodings int[], p_claims text[], p_lengths int[], p_bodies bytea
) returns int language plpgsql as $$
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
end $$`;
