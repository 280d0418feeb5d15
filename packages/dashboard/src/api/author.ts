import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

/** The machine a claim is about. A code works once and for ten minutes, so nothing is gained by asking again. */
export const claimQuery = (code: string) =>
  queryOptions({
    queryKey: ['claim', code],
    queryFn: ({ signal }) => client.getClaim({ code }, { signal }),
    retry: false,
    staleTime: 60_000,
  });

export function useClaimEnvironment() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => client.claimEnvironment({ code }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.environments });
      void queries.invalidateQueries({ queryKey: keys.sessions });
    },
  });
}

/** `null` says that it is nobody's machine. */
export function useSetAuthor() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ environmentId, userId }: { environmentId: string; userId: string | null }) =>
      userId === null ? client.clearAuthor({ environmentId }) : client.setAuthor({ environmentId, userId }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keys.environments });
      void queries.invalidateQueries({ queryKey: keys.sessions });
    },
  });
}
