// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual list are placed, which table elements are not made for
// biome-ignore-all lint/a11y/useFocusableInteractive: a plain table, not a grid; its buttons take the focus
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { Column } from './columns/columns.ts';
import { useChangeSearch } from './filters/filter.ts';
import styles from './SessionList.module.css';
import type { SessionsSearch } from './sessions-search.ts';
import { sortChange, sortedBy } from './sort.ts';

/** The names of the columns; most of them sort the list. */
export function ListHead({ search, columns }: { search: SessionsSearch; columns: readonly Column[] }) {
  const change = useChangeSearch();
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" className={styles.grid}>
        <span role="columnheader" className={styles.left}>
          Session
        </span>
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
