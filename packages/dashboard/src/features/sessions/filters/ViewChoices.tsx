import { NativeSelect } from '@mantine/core';
import {
  type Group,
  groupOf,
  type SessionsSearch,
  type SortColumn,
  sortColumns,
} from '../sessions-search.ts';
import { sortChange, sortNames } from '../sort.ts';
import styles from './FilterBar.module.css';
import type { FilterProps } from './filter.ts';

/** How the list is shown: what found sessions are ordered by, else their groups and their order. */
export function ViewChoices({ search, change }: FilterProps) {
  if (search.q) {
    return (
      <NativeSelect
        className={styles.view}
        size="xs"
        variant="unstyled"
        aria-label="Order of what is found"
        value={search.match ?? 'relevance'}
        onChange={({ currentTarget: { value } }) =>
          change({
            match: value === 'relevance' ? undefined : (value as NonNullable<SessionsSearch['match']>),
          })
        }
        data={[
          { value: 'relevance', label: 'Best match first' },
          { value: 'recent', label: 'Newest first' },
          { value: 'exact', label: 'Exactly these words' },
        ]}
      />
    );
  }
  const group = groupOf(search);
  const isOrdered = group === 'repository' || group === 'author';
  return (
    <>
      <NativeSelect
        className={styles.view}
        size="xs"
        variant="unstyled"
        aria-label="Groups"
        value={group}
        onChange={({ currentTarget: { value } }) =>
          change({ group: value === 'day' ? undefined : (value as Group), sort: undefined, order: undefined })
        }
        data={groupNames}
      />
      <NativeSelect
        className={styles.view}
        size="xs"
        variant="unstyled"
        aria-label="Sort by"
        value={isOrdered ? '' : (search.sort ?? 'startedAt')}
        onChange={(event) => change(sortChange(search, event.currentTarget.value as SortColumn))}
        data={[
          ...(isOrdered ? [{ value: '', label: `By ${group}` }] : []),
          ...sortColumns.map((column) => ({ value: column, label: sortNames[column] })),
        ]}
      />
    </>
  );
}

const groupNames = [
  { value: 'day', label: 'Group by day' },
  { value: 'repository', label: 'Group by repository' },
  { value: 'author', label: 'Group by author' },
  { value: 'none', label: 'No groups' },
] satisfies { value: Group; label: string }[];
