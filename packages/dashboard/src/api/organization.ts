import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

export const organizationQuery = queryOptions({
  queryKey: keys.organization,
  queryFn: ({ signal }) => client.getOrganization({}, { signal }),
  staleTime: 60_000,
});

export function useCreateOrganization() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => client.createOrganization({ name }),
    onSuccess: ({ slug: _, ...organization }) => queries.setQueryData(keys.organization, organization),
  });
}

export function useRenameOrganization() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => client.renameOrganization({ name }),
    onSuccess: (organization) => queries.setQueryData(keys.organization, organization),
  });
}
