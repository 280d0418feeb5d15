import type { Environment, Session } from '@debrief/contract';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { repositoriesQuery } from '../../api/repository.ts';
import { repositoryName } from '../../ui/format.ts';
import { repositoryWords } from './filters/repository-label.ts';

/** What the repository of a session is called; two that differ only by their paths have different names. */
export function useRepositoryName(): (
  session: Session,
  environment: Environment | undefined,
) => string | undefined {
  const { data } = useQuery(repositoriesQuery);
  const words = useMemo(() => repositoryWords(data ?? []), [data]);
  return useCallback(
    (session, environment) => {
      const root = session.repoRoot ?? environment?.repoRoot;
      if (root === undefined) return undefined;
      // The remote belongs to the folder the machine registered with, and says nothing about another one.
      const remote = environment?.repoRoot === root ? environment?.repoRemote : undefined;
      return words.get(root) ?? repositoryName(remote, root);
    },
    [words],
  );
}
