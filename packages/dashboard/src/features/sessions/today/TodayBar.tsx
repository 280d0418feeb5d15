import { Button, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import bar from '../filters/FilterBar.module.css';
import { FilterField } from '../filters/FilterField.tsx';
import type { SearchChange } from '../filters/filter.ts';
import { SaveView } from '../filters/SaveView.tsx';
import styles from './Today.module.css';
import { filtersIn, type TodaySearch } from './today-search.ts';

/** The filters of the list, and how the groups are made. Words are searched for on the page of sessions. */
export function TodayBar({ search }: { search: TodaySearch }) {
  const navigate = useNavigate();
  const go = (next: object) =>
    void navigate({
      to: '/reviews',
      search: Object.fromEntries(
        Object.entries(next).filter(([, value]) => value !== undefined && value !== ''),
      ),
      replace: true,
    });
  const change = ({ q, ...part }: SearchChange) => {
    if (q) void navigate({ to: '/sessions', search: { ...filtersIn(search), q } });
    else go({ ...search, ...part });
  };
  return (
    <search className={`${bar.line} ${styles.bar}`}>
      <FilterField search={filtersIn(search)} change={change} />
      <div className={bar.choices}>
        <NativeSelect
          className={bar.view}
          size="xs"
          variant="unstyled"
          aria-label="Groups"
          value={search.by ?? ''}
          onChange={({ currentTarget: { value } }) => go({ ...search, by: value })}
          data={[
            { value: '', label: 'Group by finding' },
            { value: 'repository', label: 'Group by repository' },
            { value: 'author', label: 'Group by author and day' },
          ]}
        />
        <NativeSelect
          className={bar.view}
          size="xs"
          variant="unstyled"
          aria-label="Order"
          value={search.first ?? ''}
          onChange={({ currentTarget: { value } }) => go({ ...search, first: value })}
          data={[
            { value: '', label: 'Riskiest first' },
            { value: 'waiting', label: 'Longest waiting first' },
            { value: 'newest', label: 'Newest first' },
          ]}
        />
        <SaveView search={search} page="today" />
        {Object.keys(filtersIn(search)).length > 0 && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            onClick={() => go({ by: search.by, first: search.first })}
          >
            Clear
          </Button>
        )}
      </div>
    </search>
  );
}
