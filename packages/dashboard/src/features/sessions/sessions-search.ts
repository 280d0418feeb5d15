/** The filters of the sessions page as they stand in the address. */
export interface SessionsSearch {
  q?: string;
  status?: 'active' | 'completed' | 'failed';
  agent?: string;
  environment?: string;
  repo?: string;
  /** Which secrets captured them; live ones when absent. */
  kind?: 'test' | 'all';
  since?: '1d' | '7d' | '30d' | '90d';
}

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
    environment: text(raw.environment),
    repo: text(raw.repo),
    kind: oneOf(raw.kind, 'test', 'all'),
    since: oneOf(raw.since, '1d', '7d', '30d', '90d'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** The first moment a `since` filter lets through, cut to the hour so that it stays the same query. */
export function startedAfter(since: SessionsSearch['since'], now: number): string | undefined {
  if (!since) return undefined;
  const hour = 3_600_000;
  return new Date(Math.floor(now / hour) * hour - Number.parseInt(since, 10) * 24 * hour).toISOString();
}

export const secretEnvironment = (kind: SessionsSearch['kind']): 'live' | 'test' | undefined =>
  kind === 'all' ? undefined : (kind ?? 'live');

export const hasFilters = ({ kind: _, ...rest }: SessionsSearch): boolean => Object.keys(rest).length > 0;
