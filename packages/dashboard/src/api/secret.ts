import type { IssueSecret } from '@debrief/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

export const secretsQuery = queryOptions({
  queryKey: keys.secrets,
  queryFn: async ({ signal }) => (await client.listSecrets({}, { signal })).secrets,
});

export function useIssueSecret() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: IssueSecret) => client.issueSecret(input),
    // The plaintext is in the answer: it must not outlive the component that shows it.
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.secrets }),
  });
}

export function useRevokeSecret() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (secretId: string) => client.revokeSecret({ secretId }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.secrets }),
  });
}
