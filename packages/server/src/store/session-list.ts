import type { SessionSort, SessionTotals } from '@debrief/contract';
import { knownRule } from '../domain/findings/known-rule.ts';
import { leastRisk } from '../domain/findings/risk.ts';
import { stateIsOneOf } from '../domain/review/state-sql.ts';
import { type SessionFilter, type SessionOrder, sessionConditions } from '../domain/session/filter.ts';
import type { SessionListFilter, SessionStore } from '../domain/session/ports.ts';
import type { OpenDatabase } from './database.ts';
import { type ListedRow, listedOf, selectListed, sessionsFirst, statisticsFirst } from './session-row.ts';

/** `%` and `_` in what somebody searches for mean themselves. */
const likePart = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * What a list is read from. Its order must be one that an index of the first table has: an order over two tables would
 * read and sort every session. What is derived is only known of sessions that were looked at, so a list that is ordered
 * or picked by it has no others.
 */
interface Driver {
  from: string;
  /** What joins the tables, and what the first of them is read by. */
  where: string;
  /** Of the column that has the start, and that of the id. */
  starts: string;
  ids: string;
  /** What a filter asks of a session and the first table has, too, in its index. */
  copies: readonly string[];
  /** The rule that only the sessions read have. */
  rule?: string;
}

const bySessions: Driver = {
  from: sessionsFirst,
  where: 's.organization_id = $1',
  starts: 's.started_at',
  ids: 's.session_id',
  copies: [],
};

/** Few sessions are picked out by what their own indexes have, and sorted. */
const byFewSessions: Driver = {
  ...bySessions,
  from: 'sessions s cross join projection.session_statistics p',
  where: 'p.session_id = s.session_id and s.organization_id = $1',
};

const byStatistics: Driver = {
  from: statisticsFirst,
  where: 's.session_id = p.session_id and p.organization_id = $1 and s.organization_id = $1',
  starts: 'p.started_at',
  ids: 'p.session_id',
  copies: ['agent_id', 'environment_id', 'repo_root', 'secret_environment', 'started_at'],
};

const byRule = (rule: string): Driver => ({
  from: `projection.session_rules u cross join projection.session_statistics p cross join sessions s`,
  where: `p.session_id = u.session_id and s.session_id = u.session_id and u.organization_id = $1
    and s.organization_id = $1 and u.rule = '${knownRule(rule)}'`,
  starts: 'u.started_at',
  ids: 'u.session_id',
  copies: [],
  rule,
});

/** SQLite has no idea how many sessions a condition leaves, and would often read another index and sort what it finds. */
function byNamedIndex({ has = [] }: SessionFilter, sort: SessionSort): Driver {
  const index = derivedSorts[sort]?.replace('p.', 'statistics_by_') ?? `statistics_with_${has[0] ?? 'risk'}`;
  return {
    ...byStatistics,
    from: `projection.session_statistics p indexed by ${index} cross join sessions s`,
  };
}

/** What the statistics of a session are sorted by. */
const derivedSorts: Partial<Record<SessionSort, string>> = {
  events: 'p.events',
  errors: 'p.errors',
  edits: 'p.edits',
  tokens: 'p.tokens',
  cost: 'p.cost',
  risk: 'p.risk_order',
};

const repositorySort = "coalesce(s.repo_root, '')";

/** The end of the list's query: what it is ordered by and where a page begins. `place` names the values given. */
function orderOf(
  { sort, order, after }: SessionOrder,
  { starts, ids }: Driver,
  place: (at: number) => string,
): { rest: string; by: string; values: (string | number)[] } {
  const later = order === 'desc' ? '<' : '>';
  if (sort !== 'repository') {
    const key = derivedSorts[sort] ?? starts;
    return {
      rest: after ? ` and (${key}, ${ids}) ${later} (${place(1)}, ${place(2)})` : '',
      by: `${key} ${order}, ${ids} ${order}`,
      values: after ? [after.key, after.sessionId] : [],
    };
  }
  // Within one repository the newest comes first, whichever way the repositories go. The first comparison is for the
  // index, which cannot begin in the middle of an "or".
  const [repository, startedAt, sessionId] = [place(1), place(2), place(3)];
  return {
    rest: after
      ? ` and ${repositorySort} ${later}= ${repository} and (${repositorySort} <> ${repository}
          or (s.started_at, s.session_id) < (${startedAt}, ${sessionId}))`
      : '',
    by: `${repositorySort} ${order}, s.started_at desc, s.session_id desc`,
    values: after ? [after.repository ?? '', after.key, after.sessionId] : [],
  };
}

/** What the statistics `p` of a session must have; each has an index of its own, in the order of starts. */
const derivedConditions = ({ has = [], severity }: SessionFilter): string[] => [
  ...[...new Set(has)].map((fact) => `p.${fact} > 0`),
  ...(severity === undefined ? [] : [`p.risk > 0 and p.risk >= ${leastRisk[severity]}`]),
];

/** The conditions of a filter on a session `s` with its statistics `p` and its standing `r`; `$1` is the organization. */
function conditionsOf(
  filter: SessionListFilter,
  { copies, starts, ids, rule }: Driver = bySessions,
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  let text = '';
  const where = (value: unknown, condition: (place: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    text += ` and ${condition(`$${values.length + 1}`)}`;
  };
  for (const [column, operator, value] of sessionConditions(filter)) {
    where(value, (place) => `${copies.includes(column) ? 'p' : 's'}.${column} ${operator} ${place}`);
  }
  // The database lowers both: in its C locale PostgreSQL knows only ASCII, and one side alone would never match.
  where(
    filter.titlePart && likePart(filter.titlePart),
    (place) => `lower(s.title) like lower(${place}) escape '\\'`,
  );
  for (const condition of derivedConditions(filter)) text += ` and ${condition}`;
  if (filter.rule !== undefined && filter.rule !== rule)
    text += ` and exists (select 1 from projection.session_rules f where f.session_id = ${ids}
      and f.rule = '${knownRule(filter.rule)}')`;
  if (filter.authorUserId === null) text += ' and s.author_user_id is null';
  if (filter.review) {
    const { state, policy, now } = filter.review;
    text += ` and ${stateIsOneOf([state], policy, now, (value) => `$${values.push(value) + 1}`)}`;
  }
  if (filter.before) {
    values.push(filter.before.startedAt, filter.before.sessionId);
    text += ` and (${starts}, ${ids}) < ($${values.length}, $${values.length + 1})`;
  }
  return { text, values };
}

/** Up to so many sessions are picked out and sorted instead of walking an order until a page is full. */
const fewSessions = 2000;
const picking = ['status', 'agent_id', 'environment_id', 'installation_id', 'repo_root', 'author_user_id'];

async function areFew(
  { rows }: Pick<OpenDatabase, 'rows'>,
  organizationId: string,
  filter: SessionListFilter,
): Promise<boolean> {
  const asked = sessionConditions(filter).filter(([column]) => picking.includes(column));
  const nobody = filter.authorUserId === null ? ' and s.author_user_id is null' : '';
  if (asked.length === 0 && nobody === '') return false;
  const conditions = asked.map(([column, operator], at) => ` and s.${column} ${operator} $${at + 2}`);
  const [found] = await rows<{ count: number }>(
    `select count(*) as count from (select 1 from sessions s where s.organization_id = $1${conditions.join('')}${nobody}
      limit ${fewSessions}) few`,
    [organizationId, ...asked.map(([, , value]) => value)],
  );
  return Number(found?.count) < fewSessions;
}

async function driverOf(
  database: Pick<OpenDatabase, 'rows' | 'engine'>,
  organizationId: string,
  filter: SessionListFilter,
  sort: SessionSort,
): Promise<Driver> {
  const isDerived = derivedSorts[sort] !== undefined;
  const isPicked = derivedConditions(filter).length > 0 || filter.rule !== undefined;
  if (sort === 'repository' || (!isDerived && !isPicked)) return bySessions;
  if (await areFew(database, organizationId, filter)) return byFewSessions;
  if (!isDerived && filter.rule !== undefined) return byRule(filter.rule);
  return database.engine === 'sqlite' ? byNamedIndex(filter, sort) : byStatistics;
}

/** A filter that the sums kept by the database can answer. */
function isKept(filter: SessionListFilter): boolean {
  const { secretEnvironment: _, ...rest } = filter;
  return Object.values(rest).every((value) => value === undefined);
}

export const sessionList = (
  database: Pick<OpenDatabase, 'rows' | 'engine'>,
): Pick<SessionStore, 'list' | 'totals'> => ({
  async list(organizationId, { order = { sort: 'startedAt', order: 'desc' }, limit, ...filter }) {
    const driver = await driverOf(database, organizationId, filter, order.sort);
    const { text, values } = conditionsOf(filter, driver);
    const place = (at: number) => `$${values.length + 1 + at}`;
    const end = orderOf(order, driver, place);
    const found = await database.rows<ListedRow>(
      `${selectListed('', driver.from)} where ${driver.where}${text}${end.rest}
        order by ${end.by} limit ${place(end.values.length + 1)}`,
      [organizationId, ...values, ...end.values, limit],
    );
    return found.map(listedOf);
  },

  async totals(organizationId, filter) {
    const [sums] = await database.rows<SessionTotals>(...totalsQuery(organizationId, filter));
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

function totalsQuery(organizationId: string, filter: SessionListFilter): [text: string, values: unknown[]] {
  const sums = (from: string) =>
    ['errors', 'edits', 'tokens']
      .map((name) => `coalesce(sum(${from}.${name}), 0) as ${name}`)
      .concat(`coalesce(sum(${from}.cost), 0) as "costUsd"`)
      .join(', ');
  if (isKept(filter)) {
    const { secretEnvironment } = filter;
    return [
      `select coalesce(sum(t.sessions), 0) as sessions, coalesce(sum(t.events), 0) as events, ${sums('t')}
        from projection.repository_weeks t where t.organization_id = $1
          ${secretEnvironment === undefined ? '' : 'and t.secret_environment = $2'}`,
      [organizationId, ...(secretEnvironment === undefined ? [] : [secretEnvironment])],
    ];
  }
  const { text, values } = conditionsOf(filter);
  return [
    `select count(*) as sessions, coalesce(sum(s.event_count), 0) as events, ${sums('p')}
      from ${sessionsFirst} left join review_standings r on r.session_id = s.session_id
      where s.organization_id = $1${text}`,
    [organizationId, ...values],
  ];
}
