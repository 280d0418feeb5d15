import { useQuery } from '@tanstack/react-query';
import { environmentName, environmentsQuery } from '../../../api/environment.ts';
import { visibleText } from '../../../ui/text/visible.ts';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import styles from './FilterBar.module.css';
import { type FilterProps, withChosen } from './filter.ts';

export function MachineFilter(props: FilterProps) {
  const environments = useQuery(environmentsQuery);
  const ids = (environments.data ?? []).map((one) => one.environmentId);
  return (
    <ChoiceFilter
      {...props}
      label="Machine"
      field="environment"
      className={styles.long}
      choices={[
        ['', 'Any machine'],
        ...withChosen(ids, props.search.environment).map((id) => {
          const found = environments.data?.find((one) => one.environmentId === id);
          return [id, visibleText(found ? environmentName(found) : id)] as const;
        }),
      ]}
    />
  );
}
