/**
 * A partition of the events and their keys for each month in which sessions began, made when the first session of
 * the month opens, so that an append never finds none.
 */
export const eventPartitions = [
  `create function ensure_event_partition(p_bucket int) returns void language plpgsql as $$
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
end $$`,
  `create function sessions_partition() returns trigger language plpgsql as $$
begin
  perform ensure_event_partition((
    extract(year from to_timestamp(new.started_at / 1000.0) at time zone 'UTC') * 100 +
    extract(month from to_timestamp(new.started_at / 1000.0) at time zone 'UTC'))::int);
  return new;
end $$`,
  'create trigger sessions_partition before insert on sessions for each row execute function sessions_partition()',
];
