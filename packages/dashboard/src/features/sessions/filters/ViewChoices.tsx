import { NativeSelect } from '@mantine/core';
import { type SessionsSearch, type SortColumn, sortColumns } from '../sessions-search.ts';
import { sortChange, sortNames } from '../sort.ts';
import styles from './FilterBar.module.css';
import type { FilterProps } from './filter.ts';

/** How the list is shown. Wide windows sort by the heads of the columns; phones, which have none, by a choice. */
export function ViewChoices({ search, change }: FilterProps) {
  // What was found stands in the order of the search.
  if (search.q) return null;
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label="Groups"
        value={search.group ?? ''}
        onChange={(event) =>
          change({
            group: (event.currentTarget.value || undefined) as SessionsSearch['group'],
            sort: undefined,
            order: undefined,
          })
        }
        data={[
          { value: '', label: 'No groups' },
          { value: 'day', label: 'Group by day' },
          { value: 'repository', label: 'Group by repository' },
        ]}
      />
      <NativeSelect
        className={styles.sort}
        size="xs"
        aria-label="Sort by"
        value={search.group === 'repository' ? '' : (search.sort ?? 'startedAt')}
        onChange={(event) => change(sortChange(search, event.currentTarget.value as SortColumn))}
        data={[
          ...(search.group === 'repository' ? [{ value: '', label: 'By repository' }] : []),
          ...sortColumns.map((column) => ({ value: column, label: sortNames[column] })),
        ]}
      />
    </>
  );
}
