import type { Environment, Session } from '@debrief/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { repositoriesQuery } from '../../api/repository.ts';
import { repositoryName } from '../../ui/format.ts';
import { remoteIn, remoteOf, repositoryWords } from '../../ui/link/repository-words.ts';

const useWords = () => {
  const { data } = useQuery(repositoriesQuery);
  return useMemo(() => repositoryWords(data ?? []), [data]);
};

/** What the repository of a session is called; two that differ only by their paths have different names. */
export function useRepositoryName(): (
  session: Session,
  environment: Environment | undefined,
) => string | undefined {
  const words = useWords();
  return useCallback(
    (session, environment) => {
      const remote = remoteOf(session, environment);
      const root = session.repoRoot ?? environment?.repoRoot;
      if (remote !== undefined) return repositoryName(remote, root);
      return root === undefined ? undefined : (words.get(root) ?? repositoryName(undefined, root));
    },
    [words],
  );
}

export type PlaceName = (place: { repository?: string; repoRoot?: string }) => string | undefined;

/** The same where only the repository's remote and folder are known. */
export function usePlaceName(): PlaceName {
  const words = useWords();
  return useCallback(
    ({ repository, repoRoot = '' }) => {
      const remote = remoteIn(repository);
      return remote
        ? repositoryName(remote, repoRoot)
        : (words.get(repoRoot) ?? repositoryName(undefined, repoRoot));
    },
    [words],
  );
}
