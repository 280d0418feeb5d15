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
      void queries.invalidateQueries({ queryKey: keys.claimRequests });
      void queries.invalidateQueries({ queryKey: keys.sessions });
    },
  });
}

export interface Authorship {
  environmentId: string;
  /** `null` says that it is nobody's machine. */
  userId: string | null;
  /** Also of the sessions that have no author. */
  earlier?: boolean;
}

export const claimRequestsQuery = queryOptions({
  queryKey: keys.claimRequests,
  queryFn: async ({ signal }) => (await client.listClaimRequests({}, { signal })).requests,
  staleTime: 10_000,
});

export function useDecideClaim() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (decision: { environmentId: string; userId: string; accept: boolean }) =>
      client.decideClaim(decision),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keys.claimRequests });
      void queries.invalidateQueries({ queryKey: keys.environments });
    },
  });
}

export function useSetAuthor() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ environmentId, userId, earlier }: Authorship) =>
      userId === null
        ? client.clearAuthor({ environmentId })
        : client.setAuthor({ environmentId, userId, ...(earlier && { earlier }) }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keys.environments });
      void queries.invalidateQueries({ queryKey: keys.sessions });
    },
  });
}
