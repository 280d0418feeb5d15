import type { ListSessions } from '@debrief/contract';
import { factsOf, type SessionsSearch, secretEnvironment, startedAfter } from './sessions-search.ts';

/** What the filters in the address ask of the server; the list and the search take the same. */
export function filtersOf(search: SessionsSearch, now = Date.now()) {
  const since = startedAfter(search.since, now);
  const captured = secretEnvironment(search.kind);
  const has = factsOf(search.has);
  return {
    ...(search.status && { status: search.status }),
    ...(search.agent && { agentId: search.agent }),
    ...(search.author && { author: search.author.slice(0, 64) }),
    ...(search.environment && { environmentId: search.environment }),
    ...(search.repo && { repoRoot: search.repo }),
    ...(captured && { secretEnvironment: captured }),
    ...(since && { startedAfter: since }),
    ...(has.length > 0 && { has }),
    ...(search.severity && { severity: search.severity }),
    ...(search.rule && { rule: search.rule }),
    ...(search.review && { reviewState: search.review }),
  } satisfies ListSessions;
}

/** The order of the list. One repository after the other is an order of its own. */
export function orderOf({ group, sort, order }: SessionsSearch): Pick<ListSessions, 'sort' | 'order'> {
  if (group === 'repository') return { sort: 'repository', order: 'asc' };
  return { ...(sort && { sort }), ...(order && { order }) };
}
