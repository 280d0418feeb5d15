import { groupOf, type SessionsSearch, type SortColumn } from './sessions-search.ts';

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
  const group = groupOf(search);
  if (group === 'repository' || group === 'author' || (search.sort ?? 'startedAt') !== column)
    return undefined;
  return search.order === 'asc' ? 'ascending' : 'descending';
}

/** A column chosen is sorted with the most first, chosen again the other way round. Groups it tears apart go. */
export function sortChange(search: SessionsSearch, column: SortColumn) {
  return {
    sort: column === 'startedAt' ? undefined : column,
    order: sortedBy(search, column) === 'descending' ? ('asc' as const) : undefined,
    // Days are the groups of the newest first anyway; others would be torn apart.
    group: column === 'startedAt' && search.group === 'none' ? search.group : undefined,
  };
}
