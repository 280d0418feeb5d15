import type { ChangeInstallation, CreateInstallation } from '@debrief/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

export const installationsQuery = queryOptions({
  queryKey: keys.installations,
  queryFn: async ({ signal }) => (await client.listInstallations({}, { signal })).installations,
});

export function useCreateInstallation() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: CreateInstallation) => client.createInstallation(input),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.installations }),
  });
}

export function useChangeInstallation() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: ChangeInstallation & { installationId: string }) => client.changeInstallation(input),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.installations }),
  });
}
