import type { EndedOutcome, ReviewState, SessionFact, Severity } from '@debrief/contract';

/** One value, or several of which any will do; one alone stands in the address as it is. */
export type Values = string | readonly string[];

/** The filters of the sessions page and how it shows them, as they stand in the address. */
export interface SessionsSearch {
  q?: string;
  /** How what is found is ordered; what fits best when absent. */
  match?: 'recent' | 'exact';
  status?: Values;
  agent?: Values;
  /** `usr_…`, or `none` for sessions without an author. */
  author?: Values;
  environment?: Values;
  /** A repository, or the folder of one. */
  repo?: Values;
  /** Only sessions with some of each: `errors,edits`. */
  has?: string;
  /** Only sessions with a finding at least this severe. */
  severity?: Severity;
  /** Only sessions in which this rule found something. */
  rule?: Values;
  /** Only sessions whose review stands like this. */
  review?: Values;
  /** Only sessions with this word of the team. */
  label?: Values;
  outcome?: Values;
  /** Only sessions that changed this file. */
  file?: Values;
  since?: '1d' | '7d' | '30d' | '90d';
  /** Those that began from one day on and before another, UTC: `2026-05-04..2026-05-11`. */
  between?: string;
  /** Which secrets captured them; live ones when absent. */
  kind?: 'test' | 'all';
  /** What comes first; the newest when absent. */
  sort?: SortColumn;
  /** The other way round. */
  order?: 'asc';
  /** By day when absent and the newest come first. */
  group?: Group;
}

export const groups = ['day', 'repository', 'author', 'none'] as const;
export type Group = (typeof groups)[number];

export const sortColumns = ['startedAt', 'events', 'tokens', 'cost', 'edits', 'errors', 'risk'] as const;
export type SortColumn = (typeof sortColumns)[number];

export const sessionFacts = ['errors', 'denials', 'edits'] as const satisfies SessionFact[];

export const reviewStates = [
  'unreviewed',
  'in_review',
  'follow_up',
  'outgrown',
  'accepted',
  'not_needed',
] as const satisfies ReviewState[];

export const statuses = ['active', 'completed', 'failed'] as const;

export const outcomes = [
  'finished',
  'handed over',
  'abandoned',
  'failed',
  'cannot be told',
] as const satisfies EndedOutcome[];

/** As the server takes at most. */
const mostValues = 20;

/** Every value of a filter, in the order they were chosen. */
export const valuesIn = (values: Values | undefined): string[] =>
  values === undefined ? [] : typeof values === 'string' ? [values] : [...values];

export const asValues = (values: readonly string[]): Values | undefined => {
  const distinct = [...new Set(values)].slice(0, mostValues);
  return distinct.length > 1 ? distinct : distinct[0];
};

const oneOf = <const T extends string>(value: unknown, ...allowed: T[]): T | undefined =>
  allowed.find((one) => one === value);

const text = (value: unknown): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  // Tabs and line ends come along when something is pasted; the server takes none.
  const given = String(value)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 200);
  return given.trim() === '' ? undefined : given;
};

const some = (value: unknown, allowed?: readonly string[]): Values | undefined =>
  asValues(
    (Array.isArray(value) ? value.slice(0, mostValues) : [value])
      .map(text)
      .filter((one) => one !== undefined)
      .filter((one) => allowed?.includes(one) ?? true),
  );

const twoDays = /^\d{4}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])\.\.\d{4}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])$/;

/** What cannot be understood is dropped: an address somebody mangled still opens the page. */
export function readSessionsSearch(raw: Record<string, unknown>): SessionsSearch {
  const found: { [K in keyof SessionsSearch]: SessionsSearch[K] | undefined } = {
    q: text(raw.q),
    match: oneOf(raw.match, 'recent', 'exact'),
    status: some(raw.status, statuses),
    agent: some(raw.agent),
    author: some(raw.author),
    environment: some(raw.environment),
    repo: some(raw.repo),
    outcome: some(raw.outcome, outcomes),
    file: some(raw.file),
    severity: oneOf(raw.severity, 'high', 'medium', 'low'),
    rule: some(raw.rule),
    review: some(raw.review, reviewStates),
    label: some(raw.label),
    has: factsText(factsOf(text(raw.has))),
    since: oneOf(raw.since, '1d', '7d', '30d', '90d'),
    between: twoDays.test(text(raw.between) ?? '') ? text(raw.between) : undefined,
    kind: oneOf(raw.kind, 'test', 'all'),
    sort: oneOf(raw.sort, ...sortColumns),
    order: oneOf(raw.order, 'asc'),
    group: oneOf(raw.group, ...groups),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

export const factsOf = (has: string | undefined): SessionFact[] => {
  const named = (has ?? '').split(',');
  return sessionFacts.filter((fact) => named.includes(fact));
};

export const factsText = (facts: readonly SessionFact[]): string | undefined => facts.join() || undefined;

/** The first moment a `since` filter lets through, cut to the hour so that it stays the same query. */
export function startedAfter(since: SessionsSearch['since'], now: number): string | undefined {
  if (!since) return undefined;
  const hour = 3_600_000;
  return new Date(Math.floor(now / hour) * hour - Number.parseInt(since, 10) * 24 * hour).toISOString();
}

export const secretEnvironment = (kind: SessionsSearch['kind']): 'live' | 'test' | undefined =>
  kind === 'all' ? undefined : (kind ?? 'live');

/** How the list is shown. It leaves nothing out, so "Clear" keeps it. */
export function viewOf({ kind, sort, order, group, match }: SessionsSearch): SessionsSearch {
  return {
    ...(kind && { kind }),
    ...(match && { match }),
    ...(sort && { sort }),
    ...(order && { order }),
    ...(group && { group }),
  };
}

/** Whether the list leaves something out. What else stands in an address (`?utm_source=…`) is no filter. */
export function hasFilters(search: SessionsSearch): boolean {
  const known = readSessionsSearch({ ...search });
  return Object.keys(known).length > Object.keys(viewOf(known)).length;
}

/** Filters that look at what is derived of a session. */
const derivedFilters = ['q', 'has', 'severity', 'rule', 'outcome', 'file'] as const;

/** Whether the list is ordered or filtered by what is derived: without it a session is not in the list at all. */
export function isDerived(search: SessionsSearch): boolean {
  const group = groupOf(search);
  return (
    (search.sort ?? 'startedAt') !== 'startedAt' ||
    group === 'repository' ||
    group === 'author' ||
    derivedFilters.some((filter) => search[filter] !== undefined)
  );
}

/** What the list is grouped by. Days stand in the order of their sessions' starts; any other order would tear them apart. */
export function groupOf({ group, sort = 'startedAt' }: SessionsSearch): Group {
  const wanted = group ?? 'day';
  return wanted === 'day' && sort !== 'startedAt' ? 'none' : wanted;
}
