import type { RepositoryList } from '@debrief/contract';
import { repositoryName, shortPath } from '../../../ui/format.ts';

/** A short name for each folder. Folders whose names are the same are told apart by their paths. */
export function repositoryLabels(repositories: RepositoryList['repositories']): Map<string, string> {
  const names = repositories.map(
    ({ repoRoot, repoRemote }) => repositoryName(repoRemote, repoRoot) ?? repoRoot,
  );
  return new Map(
    repositories.map(({ repoRoot, sessions }, at) => {
      const name = names[at] as string;
      const isUnique = names.indexOf(name) === names.lastIndexOf(name);
      return [repoRoot, `${isUnique ? name : `${name} (${shortPath(repoRoot, 40)})`} · ${sessions}`];
    }),
  );
}
