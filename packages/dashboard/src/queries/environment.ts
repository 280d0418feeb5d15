import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../api.ts';
import { keys } from './keys.ts';

export const environmentsQuery = queryOptions({
  queryKey: keys.environments,
  queryFn: async ({ signal }) => (await client.listEnvironments({}, { signal })).environments,
  staleTime: 10_000,
});

export function useRevokeEnvironment() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (environmentId: string) => client.revokeEnvironment({ environmentId }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.environments }),
  });
}
