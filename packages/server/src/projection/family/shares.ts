import type { SessionStatistics } from '@debrief/contract';
import type { Figures } from '../../domain/session/statistics.ts';

/**
 * A request counts in the session that had it first. Whoever has it, too, shows it and does not count it. Both engines
 * use these texts; `$1` is the session.
 */

const amounts = ['input', 'output', 'cache_read', 'cache_write', 'cost'] as const;

/** First by the time of the request; a copy often has the same, then by when its session was opened. */
const isEarlier =
  'o.organization_id = r.organization_id and (o.at, o.opened, o.session_id) < (r.at, r.opened, r.session_id)';

/** So many copies of a request are read from its first one, and as many back from this one: of a sum that goes on the nearest tell what it was. */
const mostCopies = 16;

const copies = 'projection.requests o where o.request = r.request and o.organization_id = r.organization_id';
const inOrder = 'o.at, o.opened, o.session_id';
const fromLast = 'o.at desc, o.opened desc, o.session_id desc';

const mostBefore = (amount: string) => `(
      select max(n.amount) from (
        select * from (select o.${amount} as amount, ${inOrder} from ${copies} order by ${inOrder} limit ${mostCopies}) f
        union all
        select * from (select o.${amount} as amount, ${inOrder} from ${copies} and o.at < r.at
          order by ${fromLast} limit ${mostCopies}) p) n
      where (n.at, n.opened, n.session_id) < (r.at, r.opened, r.session_id)) as most_${amount}`;

/**
 * What of a session counts elsewhere, by the session where it does. Of a sum that goes on it is what the sum was there;
 * a smaller sum than there began anew. Who has a request first is read from an index, so it takes no longer the more
 * sessions have it.
 */
export const sharesQuery = `
  with owned as (
    select r.*, (select o.session_id from ${copies} order by ${inOrder} limit 1) as owner
    from projection.requests r where r.session_id = $1),
  earlier as (
    select r.owner, r.request, ${amounts.map((name) => `r.${name}, ${mostBefore(name)}`).join(', ')}
    from owned r where r.owner <> r.session_id)
  select owner, count(*) as requests, ${amounts
    .map((name) => `sum(case when ${name} < most_${name} then ${name} else most_${name} end) as ${name}`)
    .join(', ')}
  from earlier where request > 0 or (input >= most_input and output >= most_output)
  group by owner order by count(*) desc, owner`;

/**
 * So many are counted anew for one step of an earlier one; the others when they are folded next. Nobody forks a session
 * more often, and whoever makes it look so must not hold up what others wait for.
 */
export const mostLater = 200;

/** Whether one of the session's requests is in a later one, too: mostly it is the last itself, and need not be looked for. */
export const isFollowedQuery = `
  select 1 as followed from projection.requests r where r.session_id = $1
    and (select o.session_id from ${copies} order by ${fromLast} limit 1) <> r.session_id limit 1`;

/** So many copies are looked at to find them. */
const mostRead = 20_000;

/** Sessions that come after this one with something it has, too: what they count depends on it. */
export const laterQuery = `
  select distinct later.session_id as "sessionId" from (
    select r.session_id from projection.requests o
      join projection.requests r on r.request = o.request and ${isEarlier}
    where o.session_id = $1 limit ${mostRead}) later
  limit ${mostLater}`;

export interface Share {
  owner: string;
  requests: number;
  input: number;
  output: number;
  cache_read: number;
  cache_write: number;
  cost: number;
}

const maxNamed = 5;

/** The figures without what counts elsewhere. */
export function withoutShares(figures: string, shares: readonly Share[]): string {
  const { tokens, costUsd, ...rest } = JSON.parse(figures) as Figures;
  const sum = (name: Exclude<keyof Share, 'owner'>) =>
    shares.reduce((total, share) => total + Number(share[name]), 0);
  const less = (from: number, name: Exclude<keyof Share, 'owner'>) => Math.max(0, from - sum(name));
  const own = {
    input: less(tokens.input, 'input'),
    output: less(tokens.output, 'output'),
    cacheRead: less(tokens.cacheRead, 'cache_read'),
    cacheWrite: less(tokens.cacheWrite, 'cache_write'),
  };
  const total = own.input + own.output + own.cacheRead + own.cacheWrite;
  const shared = Math.round(sum('cost') / 1000) / 1e6;
  const elsewhere: SessionStatistics['elsewhere'] = {
    tokens: tokens.total - total,
    costUsd: shared,
    requests: sum('requests'),
    sessions: shares.slice(0, maxNamed).map(({ owner }) => owner),
  };
  return JSON.stringify({
    ...rest,
    tokens: { ...own, total },
    ...(costUsd !== undefined && { costUsd: Math.max(0, Math.round((costUsd - shared) * 1e6) / 1e6) }),
    elsewhere,
  });
}
