import type { RepositoryList } from '@debrief/contract';
import { repositoryWords } from '../../../ui/link/repository-words.ts';
import { visibleText } from '../../../ui/text/visible.ts';
import type { Choice } from './typed-filter.ts';

type Repository = RepositoryList['repositories'][number];

/** Each repository once, on however many machines and in however many folders; the one used last comes first. */
export function repositoryChoices(repositories: readonly Repository[]): Choice[] {
  const words = repositoryWords(repositories);
  return [...Map.groupBy(repositories, ({ repository }) => repository)].map(([value, same]) => ({
    value,
    label: visibleText(words.get(same[0]?.repoRoot ?? '') ?? value),
    also: same.map(({ repoRoot }) => repoRoot),
  }));
}
