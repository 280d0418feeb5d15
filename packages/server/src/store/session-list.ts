import type { SessionSort, SessionTotals } from '@debrief/contract';
import type { ListedSession } from '../domain/records.ts';
import { stateIsOneOf } from '../domain/review/state-sql.ts';
import {
  type SessionFilter,
  type SessionOrder,
  sessionConditions,
  sessionFacts,
} from '../domain/session/filter.ts';
import type { SessionStore } from '../domain/session/ports.ts';
import type { OpenDatabase } from './database.ts';
import { foundFirst, type ListedRow, listedOf, selectListed, startsPerRisk } from './session-row.ts';

/** `%` and `_` in what somebody searches for mean themselves. */
const likePart = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** What the list can be ordered by; a session that was not looked at yet has none of anything. */
const sortKeys: Record<Exclude<SessionSort, 'risk'>, string> = {
  startedAt: 's.started_at',
  events: 's.event_count',
  errors: 'coalesce(p.errors, 0)',
  edits: 'coalesce(p.edits, 0)',
  tokens: 'coalesce(p.tokens, 0)',
  cost: 'coalesce(p.cost, 0)',
  repository: "coalesce(s.repo_root, '')",
};

/** The end of the list's query: what it is ordered by and where a page begins. `place` names the values given. */
function orderOf(
  sort: keyof typeof sortKeys,
  { order, after }: Omit<SessionOrder, 'sort'>,
  place: (at: number) => string,
) {
  const key = sortKeys[sort];
  const later = order === 'desc' ? '<' : '>';
  if (sort !== 'repository') {
    return {
      rest: after ? ` and (${key}, s.session_id) ${later} (${place(1)}, ${place(2)})` : '',
      by: `${key} ${order}, s.session_id ${order}`,
      values: after ? [after.key, after.sessionId] : [],
    };
  }
  // Within one repository the newest comes first, whichever way the repositories go.
  const [repository, startedAt, sessionId] = [place(1), place(2), place(3)];
  return {
    rest: after
      ? ` and (${key} ${later} ${repository} or
          (${key} = ${repository} and (s.started_at, s.session_id) < (${startedAt}, ${sessionId})))`
      : '',
    by: `${key} ${order}, s.started_at desc, s.session_id desc`,
    values: after ? [after.repository ?? '', after.key, after.sessionId] : [],
  };
}

/** The conditions of a filter on a session `s` with its statistics `p` and its standing `r`; `$1` is the organization. */
function conditionsOf(filter: SessionFilter & { titlePart?: string | undefined }): {
  text: string;
  values: unknown[];
} {
  const values: unknown[] = [];
  let text = '';
  const where = (value: unknown, condition: (place: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    text += ` and ${condition(`$${values.length + 1}`)}`;
  };
  for (const [column, operator, value] of sessionConditions(filter)) {
    where(value, (place) => `s.${column} ${operator} ${place}`);
  }
  // The database lowers both: in its C locale PostgreSQL knows only ASCII, and one side alone would never match.
  where(
    filter.titlePart && likePart(filter.titlePart),
    (place) => `lower(s.title) like lower(${place}) escape '\\'`,
  );
  for (const fact of sessionFacts(filter)) text += ` and ${fact}`;
  if (filter.review) {
    const { state, policy, now } = filter.review;
    text += ` and ${stateIsOneOf([state], policy, now, (value) => `$${values.push(value) + 1}`)}`;
  }
  if (filter.before) {
    values.push(filter.before.startedAt, filter.before.sessionId);
    text += ` and (s.started_at, s.session_id) < ($${values.length}, $${values.length + 1})`;
  }
  return { text, values };
}

type ListFilter = Parameters<SessionStore['list']>[1];

/** One part of the list by risk: the sessions in which something was found, or the others. */
async function partByRisk(
  rows: OpenDatabase['rows'],
  organizationId: string,
  { filter, isFound, limit }: { filter: ListFilter; isFound: boolean; limit: number },
): Promise<ListedSession[]> {
  const { text, values } = conditionsOf(filter);
  const place = (value: unknown) => `$${values.push(value) + 1}`;
  const { order, after } = filter.order as SessionOrder;
  const later = order === 'desc' ? '<' : '>';
  const risk = after && Math.floor(after.key / startsPerRisk);
  const isHere = risk !== undefined && risk > 0 === isFound;
  const start = () =>
    `(s.started_at, s.session_id) ${later} (${place((after?.key ?? 0) % startsPerRisk)}, ${place(after?.sessionId)})`;
  const by = `s.started_at ${order}, s.session_id ${order}`;
  let query: string;
  if (isFound) {
    // The first comparison is for the index, which knows nothing of starts.
    const rest = isHere
      ? ` and f.risk ${later}= ${place(risk)} and (f.risk <> ${place(risk)} or ${start()})`
      : '';
    const where = `f.organization_id = $1 and s.organization_id = $1${text}${rest}`;
    const first = foundFirst(where, `f.risk ${order}, ${by}`, place(limit));
    query = `${selectListed('', first)} where s.session_id = f.session_id order by f.risk ${order}, ${by}`;
  } else {
    const rest = isHere ? ` and ${start()}` : '';
    query = `${selectListed()} where s.organization_id = $1 and (j.risk is null or j.risk = 0)${text}${rest}
      order by ${by} limit ${place(limit)}`;
  }
  const found = await rows<ListedRow>(query, [organizationId, ...values]);
  return found.map(listedOf);
}

/**
 * The risk lies in another table than the start. One order over both would have to read and sort every session; the
 * findings' index has the risky ones in order of risk, the sessions' index the others in order of their start.
 */
async function listByRisk(
  rows: OpenDatabase['rows'],
  organizationId: string,
  filter: ListFilter,
): Promise<ListedSession[]> {
  const { order, after } = filter.order as SessionOrder;
  const parts = order === 'desc' ? [true, false] : [false, true];
  const from = after ? parts.indexOf(after.key >= startsPerRisk) : 0;
  const found: ListedSession[] = [];
  for (const isFound of parts.slice(from)) {
    const limit = filter.limit - found.length;
    if (limit > 0) found.push(...(await partByRisk(rows, organizationId, { filter, isFound, limit })));
  }
  return found;
}

export const sessionList = (rows: OpenDatabase['rows']): Pick<SessionStore, 'list' | 'totals'> => ({
  async list(organizationId, filter) {
    const { sort, ...order }: SessionOrder = filter.order ?? { sort: 'startedAt', order: 'desc' };
    if (sort === 'risk') return listByRisk(rows, organizationId, filter);
    const { text, values } = conditionsOf(filter);
    const place = (at: number) => `$${values.length + 1 + at}`;
    const end = orderOf(sort, order, place);
    const found = await rows<ListedRow>(
      `${selectListed()} where s.organization_id = $1${text}${end.rest}
        order by ${end.by} limit ${place(end.values.length + 1)}`,
      [organizationId, ...values, ...end.values, filter.limit],
    );
    return found.map(listedOf);
  },

  async totals(organizationId, filter) {
    const { text, values } = conditionsOf(filter);
    const [sums] = await rows<SessionTotals>(
      `select count(*) as sessions, coalesce(sum(s.event_count), 0) as events, coalesce(sum(p.errors), 0) as errors,
          coalesce(sum(p.edits), 0) as edits, coalesce(sum(p.tokens), 0) as tokens, coalesce(sum(p.cost), 0) as "costUsd"
        from sessions s left join projection.session_statistics p on p.session_id = s.session_id
        left join review_standings r on r.session_id = s.session_id
        where s.organization_id = $1${text}`,
      [organizationId, ...values],
    );
    const { sessions, events, errors, edits, tokens, costUsd } = sums as SessionTotals;
    // PostgreSQL sums whole numbers to decimals, which come as text.
    return {
      sessions: Number(sessions),
      events: Number(events),
      errors: Number(errors),
      edits: Number(edits),
      tokens: Number(tokens),
      costUsd: Number(costUsd) / 1e6,
    };
  },
});
