import type { ReviewState, SessionFact, Severity } from '@debrief/contract';

/** The filters of the sessions page and how it shows them, as they stand in the address. */
export interface SessionsSearch {
  q?: string;
  status?: 'active' | 'completed' | 'failed';
  agent?: string;
  /** `usr_…`, or `none` for sessions without an author. */
  author?: string;
  environment?: string;
  repo?: string;
  /** Only sessions with some of each: `errors,edits`. */
  has?: string;
  /** Only sessions with a finding at least this severe. */
  severity?: Severity;
  /** Only sessions in which this rule found something. */
  rule?: string;
  /** Only sessions whose review stands like this. */
  review?: ReviewState;
  since?: '1d' | '7d' | '30d' | '90d';
  /** Which secrets captured them; live ones when absent. */
  kind?: 'test' | 'all';
  /** What comes first; the newest when absent. */
  sort?: SortColumn;
  /** The other way round. */
  order?: 'asc';
  group?: 'day' | 'repository';
}

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

/** What cannot be understood is dropped: an address somebody mangled still opens the page. */
export function readSessionsSearch(raw: Record<string, unknown>): SessionsSearch {
  const found: { [K in keyof SessionsSearch]: SessionsSearch[K] | undefined } = {
    q: text(raw.q),
    status: oneOf(raw.status, 'active', 'completed', 'failed'),
    agent: text(raw.agent),
    author: text(raw.author),
    environment: text(raw.environment),
    repo: text(raw.repo),
    severity: oneOf(raw.severity, 'high', 'medium', 'low'),
    rule: text(raw.rule),
    review: oneOf(raw.review, ...reviewStates),
    has: factsText(factsOf(text(raw.has))),
    since: oneOf(raw.since, '1d', '7d', '30d', '90d'),
    kind: oneOf(raw.kind, 'test', 'all'),
    sort: oneOf(raw.sort, ...sortColumns),
    order: oneOf(raw.order, 'asc'),
    group: oneOf(raw.group, 'day', 'repository'),
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
export function viewOf({ kind, sort, order, group }: SessionsSearch): SessionsSearch {
  return { ...(kind && { kind }), ...(sort && { sort }), ...(order && { order }), ...(group && { group }) };
}

export const hasFilters = (search: SessionsSearch): boolean =>
  Object.keys(search).length > Object.keys(viewOf(search)).length;

/** Days stand in the order of their sessions' starts; any other order would tear them apart. */
export const isGroupedByDay = ({ group, sort = 'startedAt' }: SessionsSearch): boolean =>
  group === 'day' && sort === 'startedAt';
