import type { Environment } from '@debrief/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

export const environmentsQuery = queryOptions({
  queryKey: keys.environments,
  queryFn: async ({ signal }) => (await client.listEnvironments({}, { signal })).environments,
  staleTime: 10_000,
});

export const environmentName = ({
  displayName,
  hostname,
}: Pick<Environment, 'displayName' | 'hostname'>): string => displayName ?? hostname;

/** Where the made-up sessions come from: no machine, and no recorder runs on it. */
export const isSample = ({ serviceCliVersion }: Pick<Environment, 'serviceCliVersion'>): boolean =>
  serviceCliVersion === '0.0.0';

export function useRevokeEnvironment() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (environmentId: string) => client.revokeEnvironment({ environmentId }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.environments }),
  });
}
