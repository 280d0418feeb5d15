import type { LinkValues } from '../links/port.ts';
import type { FoldStep } from '../port.ts';
import type { RequestRow } from './request.ts';
import { isFollowedQuery, laterQuery, type Share, sharesQuery, withoutShares } from './shares.ts';

/** What differs between the engines. */
export interface Dialect {
  /** Puts the rows of `$3`, JSON, of the session `$1` of the organization `$4`, opened at `$2`. */
  put: string;
  /** Whether one of the requests in `$2`, JSON, is in another session of the organization `$3` than `$1`, too. */
  isShared: string;
  /** At the end of a query whose row is to be changed. */
  forUpdate: string;
}

/** A statement that has to be run, answered by its rows. One text for both engines, of which one waits and one does not. */
export type Work<Result = void> = Generator<[text: string, values: LinkValues], Result, readonly object[]>;

const maxRows = 2000;

/** The requests that a step tells of. */
export function* putRequests({ put }: Dialect, { subject, requests }: FoldStep): Work {
  const { sessionId, organizationId, startedAt } = subject;
  for (let at = 0; at < requests.length; at += maxRows) {
    const rows = requests.slice(at, at + maxRows).map(valuesOf);
    yield [put, [sessionId, startedAt, JSON.stringify(rows), organizationId]];
  }
}

/** After a step was stored with everything its session has: takes out what counts elsewhere, here and where it changed. */
export function* keepCounts(dialect: Dialect, { subject, figures, requests }: FoldStep): Work {
  const { sessionId, organizationId } = subject;
  let isShared = false;
  for (let at = 0; at < requests.length && !isShared; at += maxRows) {
    const known = JSON.stringify(requests.slice(at, at + maxRows).map(({ request }) => request));
    const found = yield [dialect.isShared, [sessionId, known, organizationId]];
    isShared = found.length > 0;
  }
  const [before] = (yield [wholeQuery, [sessionId]]) as readonly Whole[];
  if (before?.whole != null || isShared) yield* count(sessionId, figures);
  if (isShared) yield* countLater(dialect, yield* laterThan(sessionId));
}

const valuesOf = ({ request, at, input, output, cacheRead, cacheWrite, cost }: RequestRow): number[] => [
  ...[request, at, input, output, cacheRead, cacheWrite, cost],
];

export function* laterThan(sessionId: string): Work<string[]> {
  if ((yield [isFollowedQuery, [sessionId]]).length === 0) return [];
  const found = (yield [laterQuery, [sessionId]]) as readonly { sessionId: string }[];
  return found.map((row) => row.sessionId);
}

/** Sessions that share something with one that has changed, or is gone. */
export function* countLater(dialect: Dialect, sessionIds: readonly string[]): Work {
  for (const sessionId of sessionIds) {
    const [row] = (yield [wholeQuery + dialect.forUpdate, [sessionId]]) as readonly Whole[];
    const figures = row?.whole ?? row?.figures;
    if (figures != null) yield* count(sessionId, figures);
  }
}

interface Whole {
  figures: string | null;
  whole: string | null;
}
const wholeQuery = 'select figures, whole from projection.session_statistics where session_id = $1';

function* count(sessionId: string, whole: string): Work {
  const shares = (yield [sharesQuery, [sessionId]]) as readonly Share[];
  const [figures, kept] = shares.length === 0 ? [whole, null] : [withoutShares(whole, shares), whole];
  yield [
    'update projection.session_statistics set figures = $2, whole = $3 where session_id = $1',
    [sessionId, figures, kept],
  ];
}

const columns =
  'request, session_id, organization_id, at, opened, input, output, cache_read, cache_write, cost';
const replace = ['at', 'opened', 'input', 'output', 'cache_read', 'cache_write', 'cost']
  .map((name) => `${name} = excluded.${name}`)
  .join(', ');

export const sqliteDialect: Dialect = {
  put: `insert into projection.requests (${columns})
    select value ->> 0, $1, $4, value ->> 1, $2, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6
      from json_each($3) where true on conflict (request, session_id) do update set ${replace}`,
  isShared: `select 1 as shared from projection.requests
    where request in (select value from json_each($2)) and organization_id = $3 and session_id <> $1 limit 1`,
  forUpdate: '',
};

export const postgresDialect: Dialect = {
  put: `insert into projection.requests (${columns})
    select (value ->> 0)::bigint, $1, $4, (value ->> 1)::bigint, $2, (value ->> 2)::bigint, (value ->> 3)::bigint,
        (value ->> 4)::bigint, (value ->> 5)::bigint, (value ->> 6)::bigint
      from json_array_elements($3::json) on conflict (request, session_id) do update set ${replace}`,
  isShared: `select 1 as shared from projection.requests
    where request in (select value::text::bigint from json_array_elements($2::json)) and organization_id = $3
      and session_id <> $1 limit 1`,
  forUpdate: ' for update',
};
