import type { GatePolicy } from '@debrief/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

export const gatePolicyQuery = queryOptions({
  queryKey: keys.gatePolicy,
  queryFn: async ({ signal }) => (await client.getGatePolicy({}, { signal })).policy,
});

export function useSetGatePolicy() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (policy: GatePolicy) => client.setGatePolicy(policy),
    onSuccess: ({ policy }) => queries.setQueryData(keys.gatePolicy, policy),
  });
}
