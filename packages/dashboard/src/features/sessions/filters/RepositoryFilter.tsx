import { useQuery } from '@tanstack/react-query';
import { repositoriesQuery } from '../../../api/repository.ts';
import { visibleText } from '../../../ui/text/visible.ts';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import styles from './FilterBar.module.css';
import { type FilterProps, withChosen } from './filter.ts';
import { repositoryLabels } from './repository-label.ts';

/** Where the session ran; the repository used last comes first. */
export function RepositoryFilter(props: FilterProps) {
  const repositories = useQuery(repositoriesQuery);
  const labels = repositoryLabels(repositories.data ?? []);
  return (
    <ChoiceFilter
      {...props}
      label="Repository"
      field="repo"
      className={styles.long}
      choices={[
        ['', 'Any repository'],
        ...withChosen([...labels.keys()], props.search.repo).map(
          (root) => [root, visibleText(labels.get(root) ?? root)] as const,
        ),
      ]}
    />
  );
}
