import { keptSql } from '../../domain/legal-hold/kept.ts';
import type { Store } from '../../domain/ports.ts';
import { hasRuleSql } from '../../domain/retention/rule.ts';
import type { OpenDatabase } from '../database.ts';

/** How far back the look goes that is made for every scrape; older ones are found by the folding's own looking around. */
const newest = 5000;
const day = 86_400_000;

/** What waits to be done, for the metrics. */
export const backlogOf =
  ({ rows }: OpenDatabase): Store['backlog'] =>
  async (at, retentionDays) => {
    const [behind] = await rows<{ count: number; since: number | null }>(
      `select count(*) as count, min(s.updated_at) as since from sessions s
        left join projection.session_statistics p on p.session_id = s.session_id
        where s.session_pk > (select max(session_pk) from sessions) - ${newest}
          and (p.session_id is null or (p.fault is null and p.folded_to <> s.event_count))`,
      [],
    );
    const [mails] = await rows<{ count: number; since: number | null }>(
      `select count(*) as count, min(due_at) as since from due_notices
        where channel = 'mail' and ended_at is null and due_at <= $1`,
      [at],
    );
    const [told] = await rows<{ count: number; since: number | null }>(
      `select count(*) as count, min(at) as since from (select o.at from outbox o
        join outbox_endpoints e on e.endpoint_id = o.endpoint_id
        where o.ended_at is null and o.next_at <= $1 and e.off_at is null limit 10000) due`,
      [at],
    );
    const [endpoints] = await rows<{ failing: number; broken: number }>(
      `select count(case when off_at is null and failures > 0 then 1 end) as failing,
        count(case when off_reason in ('gone', 'failing') then 1 end) as broken from outbox_endpoints`,
      [],
    );
    const [traces] = await rows<{ count: number }>(
      'select count(*) as count from waiting_traces where next_at <= $1',
      [at],
    );
    const due = at - ((retentionDays ?? 0) + 1) * day;
    const [overdue] =
      retentionDays === undefined
        ? []
        : await rows<{ count: number }>(
            `select count(*) as count from (select 1 from sessions s where s.ended_at < $1 and s.updated_at < $1
              and s.status <> 'active' and not ${keptSql('$2')}
              and not ${hasRuleSql} limit 1000) overdue`,
            [due, at],
          );
    return {
      at,
      sessionsBehind: Number(behind?.count ?? 0),
      behindSince: behind?.since == null ? null : Number(behind.since),
      mails: Number(mails?.count ?? 0),
      mailSince: mails?.since == null ? null : Number(mails.since),
      deliveries: Number(told?.count ?? 0),
      deliverySince: told?.since == null ? null : Number(told.since),
      endpointsFailing: Number(endpoints?.failing ?? 0),
      endpointsBroken: Number(endpoints?.broken ?? 0),
      traces: Number(traces?.count ?? 0),
      overdue: Number(overdue?.count ?? 0),
    };
  };
