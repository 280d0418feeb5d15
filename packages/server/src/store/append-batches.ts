/**
 * The append of a group of batches on PostgreSQL, in one round trip and one commit. Every statement inside sees
 * what was committed before it, so that after the rows are locked the keys and counters read are the latest.
 */
export const appendBatches = `
create or replace function append_batches(
  p_organizations text[], p_sessions text[], p_secrets text[], p_counts int[], p_ats bigint[],
  p_keys text[], p_fingerprints text[], p_encodings int[], p_lengths int[], p_bodies bytea
) returns table (kind text, first bigint, count int, status int) language plpgsql as $$
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
end $$`;
