import type { GetToday, GroupBy, QueueOrder } from '@debrief/contract';
import { filtersOf } from '../list-query.ts';
import { readSessionsSearch, type SessionsSearch } from '../sessions-search.ts';

type Filters = Omit<SessionsSearch, 'q' | 'match' | 'sort' | 'order' | 'group'>;

/** What stands in the address of the page: its part, the filters of the list, and how the groups are made. */
export interface TodaySearch extends Filters {
  tab?: 'turn' | 'done';
  by?: Exclude<GroupBy, 'kind'>;
  first?: Exclude<QueueOrder, 'risk'>;
}

const oneOf = <const T extends string>(value: unknown, ...allowed: T[]): T | undefined =>
  allowed.find((one) => one === value);

/** What cannot be understood is dropped: an address somebody mangled still opens the page. */
export function readTodaySearch(raw: Record<string, unknown>): TodaySearch {
  const { q: _, match: __, sort: ___, order: ____, group: _____, ...filters } = readSessionsSearch(raw);
  const tab = oneOf(raw.tab, 'turn', 'done');
  const by = oneOf(raw.by, 'repository', 'author');
  const first = oneOf(raw.first, 'waiting', 'newest');
  return { ...filters, ...(tab && { tab }), ...(by && { by }), ...(first && { first }) };
}

/** What of the address leaves sessions out. */
export function filtersIn({ tab: _, by: __, first: ___, ...filters }: TodaySearch): Filters {
  return filters;
}

/** What is asked of the server. Samples come along: they stand last. */
export function todayQueryOf(search: TodaySearch, now = Date.now()): GetToday {
  const { secretEnvironment, ...asked } = filtersOf(filtersIn(search), now);
  return {
    ...asked,
    ...(search.kind === 'test' && secretEnvironment && { secretEnvironment }),
    ...(search.by && { group: search.by }),
    ...(search.first && { order: search.first }),
  };
}
