import { useQuery } from '@tanstack/react-query';
import { rulesQuery } from '../../../api/finding.ts';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import type { FilterProps } from './filter.ts';

/** Shown while the list is filtered by a rule, which the Rules page leads to. */
export function RuleFilter(props: FilterProps) {
  const rules = useQuery({ ...rulesQuery, enabled: props.search.rule !== undefined });
  if (props.search.rule === undefined) return null;
  return (
    <ChoiceFilter
      {...props}
      label="Rule"
      field="rule"
      choices={[
        ['', 'Any rule'],
        ...(rules.data?.rules ?? []).map(({ rule, title }) => [rule, title] as const),
      ]}
    />
  );
}
