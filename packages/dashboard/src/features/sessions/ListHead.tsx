// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed, which table elements are not made for
// biome-ignore-all lint/a11y/useFocusableInteractive: a plain table, not a grid; its buttons take the focus
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useChangeSearch } from './filters/filter.ts';
import styles from './SessionList.module.css';
import type { SessionsSearch, SortColumn } from './sessions-search.ts';
import { sortChange, sortedBy } from './sort.ts';

const columns: { name: string; align: 'left' | 'right'; sort?: SortColumn }[] = [
  { name: 'Session', align: 'left' },
  { name: 'Agent and machine', align: 'left' },
  { name: 'Started', align: 'left', sort: 'startedAt' },
  { name: 'Duration', align: 'right' },
  { name: 'Events', align: 'right', sort: 'events' },
  { name: 'Tokens', align: 'right', sort: 'tokens' },
  { name: 'Cost', align: 'right', sort: 'cost' },
  { name: 'Edits', align: 'right', sort: 'edits' },
  { name: 'Errors', align: 'right', sort: 'errors' },
];

/** The names of the columns; most of them sort the list. */
export function ListHead({ search }: { search: SessionsSearch }) {
  const change = useChangeSearch();
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" className={styles.grid}>
        {columns.map(({ name, align, sort }) => {
          const sorted = sort && sortedBy(search, sort);
          return (
            <span
              key={name}
              role="columnheader"
              className={styles[align]}
              {...(sort && { 'aria-sort': sorted ?? 'none' })}
            >
              {sort ? (
                <button
                  type="button"
                  className={styles.sort}
                  onClick={() => change(sortChange(search, sort))}
                  title={`Sort by ${name.toLowerCase()}`}
                >
                  {name}
                  {sorted === 'descending' && <IconArrowDown size={12} aria-hidden />}
                  {sorted === 'ascending' && <IconArrowUp size={12} aria-hidden />}
                </button>
              ) : (
                name
              )}
            </span>
          );
        })}
      </div>
    </div>
  );
}
