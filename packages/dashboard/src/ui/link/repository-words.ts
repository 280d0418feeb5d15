import type { Environment, RepositoryList, Session } from '@debrief/contract';
import { repositoryName } from '../format.ts';

type Repository = RepositoryList['repositories'][number];

/** The remote, where a repository is known by one; without it is called by its machine, which tells nobody anything. */
export const remoteIn = (repository: string | undefined): string | undefined =>
  repository?.startsWith('env_') ? undefined : repository;

/** The remote of a session's repository. A machine's own belongs to the folder it registered with, and to no other. */
export const remoteOf = (
  session: Pick<Session, 'repository' | 'repoRoot'>,
  environment: Pick<Environment, 'repoRoot' | 'repoRemote'> | undefined,
): string | undefined =>
  remoteIn(session.repository) ??
  (session.repoRoot === environment?.repoRoot ? environment?.repoRemote : undefined);

/** `/home/ada/work/shop` without its last part, last folder first. */
const folders = (root: string): string[] => root.split(/[/\\]/).filter(Boolean).reverse().slice(1);

/**
 * What each folder is called. Repositories of one name are told apart by the folder they lie in (`shop in work`), by as
 * many of its parts as it takes.
 */
export function repositoryWords(repositories: readonly Repository[]): Map<string, string> {
  const named = repositories.map((one) => ({
    ...one,
    name: repositoryName(one.repoRemote ?? remoteIn(one.repository), one.repoRoot) ?? one.repoRoot,
    parts: folders(one.repoRoot),
  }));
  const words = new Map<string, string>();
  for (const [name, same] of Map.groupBy(named, (one) => one.name)) {
    const distinct = new Set(same.map(({ repository }) => repository)).size;
    const place = (parts: readonly string[], depth: number) => parts.slice(0, depth).reverse().join('/');
    let depth = 1;
    const deepest = Math.max(...same.map(({ parts }) => parts.length));
    const placesAt = (at: number) =>
      new Set(same.map(({ repository, parts }) => `${repository} ${place(parts, at)}`)).size ===
      new Set(same.map(({ parts }) => place(parts, at))).size;
    while (depth < deepest && !placesAt(depth)) depth++;
    for (const { repoRoot, repoRemote, parts } of same) {
      const where = place(parts, depth);
      const isAlone = distinct === 1 || repoRemote !== undefined || where === '';
      words.set(repoRoot, isAlone ? name : `${name} in ${where}`);
    }
  }
  return words;
}
