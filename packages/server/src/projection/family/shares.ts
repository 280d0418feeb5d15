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

/**
 * What of a session counts elsewhere, by the session where it does. Of a sum that goes on it is what the sum was there;
 * a smaller sum than there began anew.
 */
export const sharesQuery = `
  with earlier as (
    select o.session_id as owner, r.request, ${amounts.map((name) => `r.${name}`).join(', ')},
      ${amounts.map((name) => `max(o.${name}) over (partition by r.request) as most_${name}`).join(', ')},
      row_number() over (partition by r.request order by o.at, o.opened, o.session_id) as place
    from projection.requests r join projection.requests o on o.request = r.request and ${isEarlier}
    where r.session_id = $1)
  select owner, count(*) as requests, ${amounts
    .map((name) => `sum(case when ${name} < most_${name} then ${name} else most_${name} end) as ${name}`)
    .join(', ')}
  from earlier where place = 1 and (request > 0 or (input >= most_input and output >= most_output))
  group by owner order by count(*) desc, owner`;

/**
 * So many are counted anew for one step of an earlier one; the others when they are folded next. Nobody forks a session
 * more often, and whoever makes it look so must not hold up what others wait for.
 */
export const mostLater = 200;

/** Sessions that come after this one with something it has, too: what they count depends on it. */
export const laterQuery = `
  select distinct r.session_id as "sessionId" from projection.requests o
    join projection.requests r on r.request = o.request and ${isEarlier}
  where o.session_id = $1 limit ${mostLater}`;

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
