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
      const alike = repositories.filter((_, other) => other !== at && names[other] === name);
      const path =
        alike.length === 0
          ? ''
          : ` (${apart(
              repoRoot,
              alike.map((one) => one.repoRoot),
            )})`;
      return [repoRoot, `${name}${path} · ${sessions}`];
    }),
  );
}

/** As much of a path as it takes to tell it from the others; all of it while it is short. */
function apart(path: string, others: readonly string[]): string {
  const short = shortPath(path, 40);
  if (!others.some((other) => shortPath(other, 40) === short)) return short;
  const parts = path.split('/');
  const end = (of: readonly string[], count: number) => of.slice(-count).join('/');
  const cut = others.map((other) => other.split('/'));
  let count = 2;
  while (count < parts.length && cut.some((other) => end(other, count) === end(parts, count))) count++;
  return count < parts.length ? `…/${end(parts, count)}` : path;
}
