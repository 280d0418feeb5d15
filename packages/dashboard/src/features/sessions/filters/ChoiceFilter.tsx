import { NativeSelect } from '@mantine/core';
import type { SessionsSearch } from '../sessions-search.ts';
import type { FilterProps } from './filter.ts';

/** A filter with one value out of several. `choices` begins with the one that filters nothing: `['', 'Any status']`. */
export function ChoiceFilter({
  label,
  field,
  choices,
  search,
  change,
  className = '',
}: FilterProps & {
  label: string;
  field: keyof SessionsSearch;
  choices: readonly (readonly [value: string, label: string])[];
  className?: string | undefined;
}) {
  const value = search[field] ?? '';
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      className={className}
      data-on={value !== '' || undefined}
      value={value}
      onChange={(event) => change({ [field]: event.currentTarget.value || undefined })}
      data={choices.map(([one, name]) => ({ value: one, label: name }))}
    />
  );
}
