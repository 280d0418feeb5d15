import type { SessionSort, SessionTotals } from '@debrief/contract';
import { leastRisk } from '../domain/findings/risk.ts';
import { type PlaceValue, stateIsOneOf } from '../domain/review/state-sql.ts';
import {
  authorSql,
  conditionSql,
  fileSql,
  outcomeSql,
  ruleSql,
  type SessionCondition,
  type SessionFilter,
  type SessionOrder,
  sessionConditions,
  sessionParts,
  valuesOf,
} from '../domain/session/filter.ts';
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
  /** The values that `from` has places for, from the second on; the first is the organization. */
  values: readonly unknown[];
  /** The rule that only the sessions read have. */
  rule?: string;
  /** Read in the order of the list until a page is full: no index of a condition may be taken instead. */
  isWalked?: boolean;
  /** Read whole and sorted. */
  isSorted?: boolean;
}

const bySessions: Driver = {
  from: sessionsFirst,
  where: 's.organization_id = $1',
  starts: 's.started_at',
  ids: 's.session_id',
  copies: [],
  values: [],
};

/** Few sessions are picked out by what an index has, and sorted. SQLite takes the tables of a "cross join" as they stand. */
const byFew = ({ text, values }: Picked, isDerived: boolean): Driver => ({
  ...bySessions,
  from: `(${text}) few cross join sessions s left join projection.session_statistics p on p.session_id = s.session_id`,
  where: `s.session_id = few.session_id and s.organization_id = $1${isDerived ? ' and p.session_id = s.session_id' : ''}`,
  values,
  isSorted: true,
});

const byStatistics: Driver = {
  from: statisticsFirst,
  where: 's.session_id = p.session_id and p.organization_id = $1 and s.organization_id = $1',
  starts: 'p.started_at',
  ids: 'p.session_id',
  copies: ['agent_id', 'environment_id', 'repo_root', 'secret_environment', 'started_at'],
  values: [],
  isWalked: true,
};

const byRule = (rule: string): Driver => ({
  ...bySessions,
  from: `projection.session_rules u cross join projection.session_statistics p cross join sessions s`,
  where: `p.session_id = u.session_id and s.session_id = u.session_id and u.organization_id = $1
    and s.organization_id = $1 and ${ruleSql([rule], 'u')}`,
  starts: 'u.started_at',
  ids: 'u.session_id',
  rule,
});

/** One way of ending, in the order of starts. */
const byOutcome = (outcome: string): Driver => ({
  ...byStatistics,
  where: `${byStatistics.where} and ${outcomeSql([outcome], 'p').replace(' in ', ' = ')}`,
});

/** The index of what a list that is picked by what is derived is read by. */
const indexOf = ({ has = [], severity }: SessionFilter, sort: SessionSort): string =>
  derivedSorts[sort]?.replace('p.', 'statistics_by_') ??
  (has.length > 0 || severity !== undefined
    ? `statistics_with_${has[0] ?? 'risk'}`
    : 'statistics_by_started_at');

/** SQLite has no idea how many sessions a condition leaves, and would often read another index and sort what it finds. */
function byNamedIndex(filter: SessionFilter, sort: SessionSort): Driver {
  const statistics = `projection.session_statistics p indexed by ${indexOf(filter, sort)}`;
  const [rule, ...others] = valuesOf(filter.rule);
  if (rule === undefined || others.length > 0)
    return { ...byStatistics, from: `${statistics} cross join sessions s` };
  // One rule is looked up by joining it, which takes SQLite a third of what "exists" does.
  return {
    ...byStatistics,
    from: `${statistics} cross join projection.session_rules u cross join sessions s`,
    where: `${byStatistics.where} and u.session_id = p.session_id and ${ruleSql([rule], 'u')}`,
    rule,
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

/** What the list is put in groups by; each has an index. */
const groupSorts: Partial<Record<SessionSort, string>> = {
  repository: "coalesce(s.repo_root, '')",
  author: "coalesce(s.author_user_id, '')",
};

/** The end of the list's query: what it is ordered by and where a page begins. `place` names the values given. */
function orderOf(
  { sort, order, after }: SessionOrder,
  { starts, ids }: Driver,
  place: (at: number) => string,
): { rest: string; by: string; values: (string | number)[] } {
  const later = order === 'desc' ? '<' : '>';
  const group = groupSorts[sort];
  if (group === undefined) {
    const key = derivedSorts[sort] ?? starts;
    return {
      rest: after ? ` and (${key}, ${ids}) ${later} (${place(1)}, ${place(2)})` : '',
      by: `${key} ${order}, ${ids} ${order}`,
      values: after ? [after.key, after.sessionId] : [],
    };
  }
  // Within one group the newest comes first, whichever way the groups go. The first comparison is for the index, which
  // cannot begin in the middle of an "or".
  const [name, startedAt, sessionId] = [place(1), place(2), place(3)];
  return {
    rest: after
      ? ` and ${group} ${later}= ${name} and (${group} <> ${name}
          or (s.started_at, s.session_id) < (${startedAt}, ${sessionId}))`
      : '',
    by: `${group} ${order}, s.started_at desc, s.session_id desc`,
    values: after ? [after.group ?? '', after.key, after.sessionId] : [],
  };
}

/** What the statistics `p` of a session must have; every index that a list is read by has it. */
const derivedConditions = ({ has = [], severity, outcome }: SessionFilter): string[] => [
  ...[...new Set(has)].map((fact) => `p.${fact} > 0`),
  ...(severity === undefined ? [] : [`p.risk > 0 and p.risk >= ${leastRisk[severity]}`]),
  ...(outcome === undefined ? [] : [outcomeSql(valuesOf(outcome), 'p')]),
];

/** The conditions of a filter on a session `s` with its statistics `p` and its standing `r`; `$1` is the organization. */
function conditionsOf(
  filter: SessionListFilter,
  driver: Driver,
  engine: OpenDatabase['engine'],
): { text: string; values: unknown[] } {
  const { copies, starts, ids } = driver;
  const values: unknown[] = [...driver.values];
  const place = (value: unknown) => `$${values.push(value) + 1}`;
  // A plus keeps SQLite from reading what several values have and sorting it.
  const plus = driver.isWalked && engine === 'sqlite' ? '+' : '';
  const conditions = sessionConditions(filter).map((condition) => {
    const column = `${copies.includes(condition.column) ? 'p' : 's'}.${condition.column}`;
    return conditionSql(condition, condition.operator === 'in' ? plus + column : column, place);
  });
  // The database lowers both: in its C locale PostgreSQL knows only ASCII, and one side alone would never match.
  if (filter.titlePart)
    conditions.push(`lower(s.title) like lower(${place(likePart(filter.titlePart))}) escape '\\'`);
  // By the id of the first table: what has none of it is not looked up any further.
  const asked = { ...filter, outcome: undefined, rule: driver.rule === undefined ? filter.rule : undefined };
  conditions.push(...derivedConditions(filter), ...sessionParts(asked, place, ids, '$1'));
  const nobody = authorSql(valuesOf(filter.authorUserId), place);
  if (nobody !== undefined) conditions.push(plus + nobody);
  if (filter.review) {
    const { states, policy, now } = filter.review;
    conditions.push(stateIsOneOf(states, policy, now, place));
  }
  if (filter.before) {
    const { startedAt, sessionId } = filter.before;
    conditions.push(`(${starts}, ${ids}) < (${place(startedAt)}, ${place(sessionId)})`);
  }
  return { text: conditions.map((condition) => ` and ${condition}`).join(''), values };
}

/** Up to so many sessions are picked out and sorted instead of walking an order until a page is full. */
const fewSessions = 2000;
const picking = [
  ...['status', 'agent_id', 'environment_id', 'installation_id', 'repo_root', 'repository', 'author_user_id'],
];

/** A query of the ids of sessions. */
interface Picked {
  text: string;
  values: unknown[];
}

/** The ways to pick sessions by an index, each by one part of the filter. */
function picksOf(filter: SessionListFilter, isDerived: boolean): Picked[] {
  const pick = (table: string, conditionOf: (place: PlaceValue) => string): Picked => {
    const values: unknown[] = [];
    const condition = conditionOf((value) => `$${values.push(value) + 1}`);
    return {
      text: `select distinct s.session_id from ${table} s where s.organization_id = $1 and ${condition}`,
      values,
    };
  };
  const asked = sessionConditions(filter).filter(({ column }) => picking.includes(column));
  const authors = valuesOf(filter.authorUserId);
  const [rules, outcomes, files] = [valuesOf(filter.rule), valuesOf(filter.outcome), valuesOf(filter.file)];
  return [
    ...(asked.length === 0 && !authors.includes(null) ? [] : [pickedSessions(asked, authors)]),
    ...(files.length === 0 ? [] : [pick('projection.session_files', (place) => fileSql(files, 's', place))]),
    // One of them is read in the order of starts by its own index.
    ...(rules.length < (isDerived ? 1 : 2)
      ? []
      : [pick('projection.session_rules', () => ruleSql(rules, 's'))]),
    ...(outcomes.length < (isDerived ? 1 : 2)
      ? []
      : [pick('projection.session_statistics', () => outcomeSql(outcomes, 's'))]),
  ];
}

/** By columns of the sessions. Those of nobody and those of somebody are two ways through an index. */
function pickedSessions(asked: readonly SessionCondition[], authors: readonly (string | null)[]): Picked {
  const values: unknown[] = [];
  const place = (value: unknown) => `$${values.push(value) + 1}`;
  const conditions = asked.map((condition) => conditionSql(condition, `s.${condition.column}`, place));
  const named = authors.filter((author) => author !== null);
  const whose = authors.includes(null)
    ? [
        's.author_user_id is null',
        ...(named.length === 0 ? [] : [`s.author_user_id in (${named.map(place).join(', ')})`]),
      ]
    : [];
  const pick = (conditions: readonly string[]) =>
    `select s.session_id from sessions s where s.organization_id = $1 and ${conditions.join(' and ')}`;
  const text =
    whose.length === 0
      ? pick(conditions)
      : whose.map((one) => pick([...conditions, one])).join(' union all ');
  return { text, values };
}

async function fewOf(
  { rows }: Pick<OpenDatabase, 'rows'>,
  organizationId: string,
  filter: SessionListFilter,
  isDerived = false,
): Promise<Picked | undefined> {
  for (const pick of picksOf(filter, isDerived)) {
    // Not "distinct" here: it would have to read all of them.
    const some = pick.text.replace('distinct ', '');
    const [found] = await rows<{ count: number }>(
      `select count(*) as count from (${some} limit ${fewSessions}) few`,
      [organizationId, ...pick.values],
    );
    if (Number(found?.count) < fewSessions) return pick;
  }
  return undefined;
}

const asksSeveral = (filter: SessionListFilter): boolean =>
  sessionConditions(filter).some(({ operator }) => operator === 'in') ||
  valuesOf(filter.file).length > 0 ||
  (valuesOf(filter.authorUserId).includes(null) && valuesOf(filter.authorUserId).length > 1) ||
  valuesOf(filter.outcome).length > 1 ||
  valuesOf(filter.rule).length > 1;

async function driverOf(
  database: Pick<OpenDatabase, 'rows' | 'engine'>,
  organizationId: string,
  filter: SessionListFilter,
  sort: SessionSort,
): Promise<Driver> {
  const isDerived = derivedSorts[sort] !== undefined;
  const [rules, outcomes] = [valuesOf(filter.rule), valuesOf(filter.outcome)];
  const isPicked = derivedConditions(filter).length > 0;
  if (!asksSeveral(filter)) {
    if (groupSorts[sort] !== undefined) return bySessions;
    if (!isDerived && !isPicked && rules.length === 0) return bySessions;
  }
  const few = await fewOf(database, organizationId, filter, isDerived);
  if (few) return byFew(few, isDerived || isPicked);
  if (groupSorts[sort] !== undefined) return { ...bySessions, isWalked: true };
  if (!isDerived && rules.length === 1) return byRule(rules[0] as string);
  if (!isDerived && outcomes.length === 1) return byOutcome(outcomes[0] as string);
  if (!isDerived && !isPicked) return { ...bySessions, isWalked: true };
  return database.engine === 'sqlite' ? byNamedIndex(filter, sort) : byStatistics;
}

/**
 * The sessions of a page, which is found by their ids first: whole rows would have to be read of all that are picked, and
 * PostgreSQL reads the row of everything it walks past as soon as one column of it is wanted.
 */
function pageOf({ from, ids: id }: Driver, page: string, by: string): string {
  const ids = `select ${id} from ${from} left join review_standings r on r.session_id = s.session_id ${page}`;
  const sorted = `(${ids}) page cross join ${sessionsFirst}`;
  return `${selectListed('', sorted)} where s.session_id = page.session_id order by ${by}`;
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
    const { text, values } = conditionsOf(filter, driver, database.engine);
    const place = (at: number) => `$${values.length + 1 + at}`;
    const end = orderOf(order, driver, place);
    const page = `where ${driver.where}${text}${end.rest} order by ${end.by} limit ${place(end.values.length + 1)}`;
    const found = await database.rows<ListedRow>(
      driver.isSorted || (driver.isWalked && database.engine === 'postgres')
        ? pageOf(driver, page, end.by)
        : `${selectListed('', driver.from)} ${page}`,
      [organizationId, ...values, ...end.values, limit],
    );
    return found.map(listedOf);
  },

  async totals(organizationId, filter) {
    const few = asksSeveral(filter) ? await fewOf(database, organizationId, filter) : undefined;
    const driver = few ? byFew(few, false) : bySessions;
    const [sums] = await database.rows<SessionTotals>(
      ...totalsQuery(organizationId, filter, driver, database.engine),
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

function totalsQuery(
  organizationId: string,
  filter: SessionListFilter,
  driver: Driver,
  engine: OpenDatabase['engine'],
): [text: string, values: unknown[]] {
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
  const { text, values } = conditionsOf(filter, driver, engine);
  return [
    `select count(*) as sessions, coalesce(sum(s.event_count), 0) as events, ${sums('p')}
      from ${driver.from} left join review_standings r on r.session_id = s.session_id
      where ${driver.where}${text}`,
    [organizationId, ...values],
  ];
}
