import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useKeys } from '../../../ui/keyboard.ts';
import { ColumnMenu } from '../columns/ColumnMenu.tsx';
import { hasFilters, type SessionsSearch, viewOf } from '../sessions-search.ts';
import { Totals } from '../Totals.tsx';
import styles from './FilterBar.module.css';
import { FilterField } from './FilterField.tsx';
import { useChangeSearch } from './filter.ts';
import { SaveView } from './SaveView.tsx';
import { ViewChoices } from './ViewChoices.tsx';

/** One bar: filters as chips, typed or picked, and the words to search for; beside it how the list is shown. */
export function FilterBar({ search }: { search: SessionsSearch }) {
  const navigate = useNavigate();
  const change = useChangeSearch();
  const clear = () => void navigate({ to: '/sessions', search: viewOf(search), replace: true });
  useKeys({ x: clear });
  return (
    <search className={styles.bar}>
      <div className={styles.line}>
        <FilterField search={search} change={change} />
        <div className={styles.choices}>
          <ViewChoices search={search} change={change} />
          {!search.q && <ColumnMenu />}
          <SaveView search={search} page="sessions" />
          {hasFilters(search) && (
            <Button size="xs" variant="subtle" color="gray" onClick={clear}>
              Clear
            </Button>
          )}
        </div>
      </div>
      {!search.q && <Totals search={search} />}
    </search>
  );
}
