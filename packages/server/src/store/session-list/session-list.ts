import type { SessionSort, SessionTotals } from '@debrief/contract';
import { heldSql, readableConditions } from '../../domain/access/reader.ts';
import { leastRisk } from '../../domain/findings/risk.ts';
import type { LookedSession } from '../../domain/records.ts';
import { stateIsOneOf } from '../../domain/review/state-sql.ts';
import {
  authorSql,
  conditionSql,
  outcomeSql,
  type SessionFilter,
  type SessionOrder,
  sessionConditions,
  sessionParts,
  valuesOf,
} from '../../domain/session/filter.ts';
import type { SessionListFilter, SessionStore } from '../../domain/session/ports.ts';
import type { OpenDatabase } from '../database.ts';
import { type ListedRow, listedOf, selectedLook, selectListed, sessionsFirst } from '../session-row.ts';
import {
  byFew,
  byFile,
  byNamedIndex,
  byOutcome,
  byRule,
  bySessions,
  byStatistics,
  type Driver,
  derivedSorts,
} from './driver.ts';
import { asksSeveral, fewOf } from './few.ts';

/** `%` and `_` in what somebody searches for mean themselves. */
const likePart = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

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

/** Words of a title and names of files are content: whoever may not read a session does not find it by them. */
const asksForContent = ({ titlePart, file, onlyReadable }: SessionListFilter): boolean =>
  onlyReadable === true || Boolean(titlePart) || valuesOf(file).length > 0;

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
  const asked = { ...filter, outcome: undefined, ...(driver.meets && { [driver.meets]: undefined }) };
  const isOneByOne = driver.isWalked === true && engine === 'postgres';
  const from = { id: ids, organization: '$1', starts, isOneByOne };
  conditions.push(...derivedConditions(filter), ...sessionParts(asked, place, from));
  const nobody = authorSql(valuesOf(filter.authorUserId), place);
  if (nobody !== undefined) conditions.push(plus + nobody);
  if (filter.review) {
    const { states, policy, now } = filter.review;
    conditions.push(stateIsOneOf(states, policy, now, place));
  }
  if (filter.heldAt !== undefined) conditions.push(heldSql(place(filter.heldAt)));
  if (asksForContent(filter)) conditions.push(...readableConditions(filter.reader, place));
  if (filter.before) {
    const { startedAt, sessionId } = filter.before;
    conditions.push(`(${starts}, ${ids}) < (${place(startedAt)}, ${place(sessionId)})`);
  }
  return { text: conditions.map((condition) => ` and ${condition}`).join(''), values };
}

async function driverOf(
  database: Pick<OpenDatabase, 'rows' | 'engine'>,
  organizationId: string,
  filter: SessionListFilter,
  sort: SessionSort,
): Promise<Driver> {
  const isDerived = derivedSorts[sort] !== undefined;
  const [rules, outcomes, files] = [valuesOf(filter.rule), valuesOf(filter.outcome), valuesOf(filter.file)];
  const isPicked = derivedConditions(filter).length > 0;
  if (!asksSeveral(filter)) {
    if (groupSorts[sort] !== undefined) return bySessions;
    if (!isDerived && !isPicked && rules.length === 0) return bySessions;
  }
  const few = await fewOf(database, organizationId, filter, isDerived);
  if (few) return byFew(few, isDerived || isPicked);
  if (groupSorts[sort] !== undefined) return { ...bySessions, isWalked: true };
  if (!isDerived && rules.length === 1) return byRule(rules[0] as string);
  if (!isDerived && files.length === 1) return byFile(files[0] as string);
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
  // Figures are no content: whoever asks, the sums are the same.
  const { secretEnvironment: _, reader: __, ...rest } = filter;
  return Object.values(rest).every((value) => value === undefined);
}

export const sessionList = (
  database: Pick<OpenDatabase, 'rows' | 'engine'>,
): Pick<SessionStore, 'list' | 'records' | 'totals'> => ({
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

  async records(organizationId, { limit, ...filter }) {
    const driver = await driverOf(database, organizationId, filter, 'startedAt');
    const { text, values } = conditionsOf(filter, driver, database.engine);
    const by = `${driver.starts} desc, ${driver.ids} desc limit $${values.length + 2}`;
    return database.rows<LookedSession>(
      `select ${selectedLook} from ${driver.from} where ${driver.where}${text} order by ${by}`,
      [organizationId, ...values, limit],
    );
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
