import type { MachinePolicy } from '@debrief/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

export const machinePolicyQuery = queryOptions({
  queryKey: keys.machinePolicy,
  queryFn: ({ signal }) => client.getMachinePolicy({}, { signal }),
  staleTime: 60_000,
});

export function useSetMachinePolicy() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (policy: MachinePolicy) => client.setMachinePolicy(policy),
    onSuccess: (policy) => queries.setQueryData(keys.machinePolicy, policy),
  });
}

/** Has the machine exchange its key, or makes the key void. */
export function useChangeKey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ environmentId, change }: { environmentId: string; change: 'rotate' | 'revoke' }) =>
      change === 'rotate' ? client.rotateKey({ environmentId }) : client.revokeKey({ environmentId }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.environments }),
  });
}
