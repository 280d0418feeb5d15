import type { SessionsSearch, SortColumn } from './sessions-search.ts';

export const sortNames: Record<SortColumn, string> = {
  startedAt: 'Newest first',
  events: 'Most events',
  tokens: 'Most tokens',
  cost: 'Highest cost',
  edits: 'Most edits',
  errors: 'Most errors',
  risk: 'Risk first',
};

type Shown = 'ascending' | 'descending';

/** How the list stands in the order of a column, if it does. */
export function sortedBy(search: SessionsSearch, column: SortColumn): Shown | undefined {
  if (search.group === 'repository' || (search.sort ?? 'startedAt') !== column) return undefined;
  return search.order === 'asc' ? 'ascending' : 'descending';
}

/** A column chosen is sorted with the most first, chosen again the other way round. Groups it tears apart go. */
export function sortChange(search: SessionsSearch, column: SortColumn) {
  return {
    sort: column === 'startedAt' ? undefined : column,
    order: sortedBy(search, column) === 'descending' ? ('asc' as const) : undefined,
    group: column === 'startedAt' && search.group === 'day' ? search.group : undefined,
  };
}
