import type { IssueToken } from '@debrief/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

export type TokensOf = 'me' | 'organization';

/** One's own, or for admins all of the organization. */
export const tokensQuery = (of: TokensOf) =>
  queryOptions({
    queryKey: [...keys.tokens, of],
    queryFn: async ({ signal }) => (await client.listTokens({ of }, { signal })).tokens,
  });

export function useIssueToken() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: IssueToken) => client.issueToken(input),
    // The plaintext is in the answer: it must not outlive the component that shows it.
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.tokens }),
  });
}

export function useRevokeToken() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (tokenId: string) => client.revokeToken({ tokenId }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.tokens }),
  });
}
