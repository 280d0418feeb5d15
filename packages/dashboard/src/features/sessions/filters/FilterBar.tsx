import { Button, SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useKeys } from '../../../ui/keyboard.ts';
import { stateNames } from '../../../ui/review/review-state.ts';
import { hasFilters, reviewStates, type SessionsSearch, viewOf } from '../sessions-search.ts';
import { Totals } from '../Totals.tsx';
import { AgentFilter } from './AgentFilter.tsx';
import { AuthorFilter } from './AuthorFilter.tsx';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import { FactFilter } from './FactFilter.tsx';
import styles from './FilterBar.module.css';
import { useChangeSearch } from './filter.ts';
import { MachineFilter } from './MachineFilter.tsx';
import { RepositoryFilter } from './RepositoryFilter.tsx';
import { RuleFilter } from './RuleFilter.tsx';
import { SearchField } from './SearchField.tsx';
import { ViewChoices } from './ViewChoices.tsx';

/**
 * A further filter is a file beside this one (`ChoiceFilter` does for most), its line below, its field in
 * `sessions-search.ts` and what it asks of the server in `list-query.ts`.
 */
export function FilterBar({ search }: { search: SessionsSearch }) {
  const navigate = useNavigate();
  const change = useChangeSearch();
  const clear = () => void navigate({ to: '/sessions', search: viewOf(search), replace: true });
  useKeys({ x: clear });
  const props = { search, change };
  return (
    <search className={styles.bar}>
      <div className={styles.line}>
        <SearchField {...props} />
        <ViewChoices {...props} />
        <SegmentedControl
          className={styles.kind}
          size="xs"
          aria-label="Real or test sessions"
          value={search.kind ?? 'live'}
          onChange={(value) => change({ kind: value === 'live' ? undefined : (value as 'test' | 'all') })}
          data={[
            { value: 'live', label: 'Real' },
            { value: 'test', label: 'Test' },
            { value: 'all', label: 'Both' },
          ]}
        />
      </div>
      <div className={styles.line}>
        <ChoiceFilter {...props} label="Status" field="status" choices={statuses} />
        <AgentFilter {...props} />
        <AuthorFilter {...props} />
        <MachineFilter {...props} />
        <RepositoryFilter {...props} />
        <ChoiceFilter {...props} label="Started" field="since" choices={periods} />
        <ChoiceFilter {...props} label="Review" field="review" choices={reviews} />
        <ChoiceFilter {...props} label="Findings" field="severity" choices={severities} />
        <RuleFilter {...props} />
        <Button
          size="xs"
          fw={400}
          variant={search.sort === 'risk' ? 'light' : 'default'}
          aria-pressed={search.sort === 'risk'}
          onClick={() =>
            change({ sort: search.sort === 'risk' ? undefined : 'risk', order: undefined, group: undefined })
          }
        >
          Risk first
        </Button>
        <FactFilter {...props} />
        {hasFilters(search) && (
          <Button size="xs" variant="subtle" color="gray" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
      {!search.q && <Totals search={search} />}
    </search>
  );
}

const statuses = [
  ['', 'Any status'],
  ['active', 'Open'],
  ['completed', 'Completed'],
  ['failed', 'Failed'],
] as const;

const periods = [
  ['', 'Any time'],
  ['1d', 'Last day'],
  ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'],
  ['90d', 'Last 90 days'],
] as const;

const reviews = [
  ['', 'Any review'],
  ...reviewStates.map((state) => [state, stateNames[state]] as const),
] as const;

const severities = [
  ['', 'Any findings'],
  ['high', 'High findings'],
  ['medium', 'Medium and up'],
  ['low', 'Any finding at all'],
] as const;
