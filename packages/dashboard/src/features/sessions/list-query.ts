import type { EndedOutcome, ListSessions, ReviewState, SessionStatus } from '@debrief/contract';
import {
  factsOf,
  groupOf,
  type SessionsSearch,
  secretEnvironment,
  startedAfter,
  type Values,
  valuesIn,
} from './sessions-search.ts';

/** The folder of a repository, as addresses had it before repositories were known by a name of their own. */
const isFolder = (value: string): boolean => /^(?:[/\\~]|[A-Za-z]:[/\\])/.test(value);

const given = <Name extends string, Value extends string = string>(
  name: Name,
  values: Values | undefined,
) => {
  const all = valuesIn(values) as Value[];
  return (all.length === 0 ? {} : { [name]: all }) as { [K in Name]?: Value[] };
};

/** The list has what began after a moment: the one right before the first day. */
function betweenDays(between: string | undefined): Pick<ListSessions, 'startedAfter' | 'startedBefore'> {
  const [from = '', to = ''] = (between ?? '').split('..').map((day) => Date.parse(day));
  // A day that no month has.
  if (!Number.isFinite(from) || !Number.isFinite(to)) return {};
  return {
    startedAfter: new Date(Number(from) - 1).toISOString(),
    startedBefore: new Date(Number(to)).toISOString(),
  };
}

/** What the filters in the address ask of the server; the list and the search take the same. */
export function filtersOf(search: SessionsSearch, now = Date.now()) {
  const since = startedAfter(search.since, now);
  const captured = secretEnvironment(search.kind);
  const has = factsOf(search.has);
  const places = valuesIn(search.repo);
  const folders = places.filter(isFolder);
  const repositories = places.filter((place) => !isFolder(place));
  const authors = valuesIn(search.author).map((author) => author.slice(0, 64));
  return {
    ...given<'status', SessionStatus>('status', search.status),
    ...given('agentId', search.agent),
    ...given('author', authors),
    ...given('environmentId', search.environment),
    ...given('repoRoot', folders),
    ...given('repository', repositories),
    ...given<'outcome', EndedOutcome>('outcome', search.outcome),
    ...given('file', search.file),
    ...(captured && { secretEnvironment: captured }),
    ...(since && { startedAfter: since }),
    ...betweenDays(search.between),
    ...(has.length > 0 && { has }),
    ...(search.severity && { severity: search.severity }),
    ...given('rule', search.rule),
    ...given<'reviewState', ReviewState>('reviewState', search.review),
    ...given(
      'label',
      valuesIn(search.label).map((label) => label.slice(0, 40)),
    ),
  } satisfies ListSessions;
}

/** The order of the list. One repository or author after the other is an order of its own. */
export function orderOf(search: SessionsSearch): Pick<ListSessions, 'sort' | 'order'> {
  const { sort, order } = search;
  const group = groupOf(search);
  if (group === 'repository' || group === 'author') return { sort: group, order: 'asc' };
  return { ...(sort && { sort }), ...(order && { order }) };
}
