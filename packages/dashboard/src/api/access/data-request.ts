import type { DataRequest } from '@debrief/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

/** One's own; for admins those of everybody. What is under way is asked for again. */
export const dataRequestsQuery = queryOptions({
  queryKey: keys.dataRequests,
  queryFn: async ({ signal }) => (await client.listDataRequests({}, { signal })).requests,
  refetchInterval: ({ state }) =>
    state.data?.some((one) => one.state === 'granted' && one.left > one.kept) ? 2000 : false,
});

function useChange<Input>(change: (input: Input) => Promise<DataRequest>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: keys.dataRequests }),
  });
}

export const useAskDeletion = () =>
  useChange((reason: string) => client.askDeletion(reason === '' ? {} : { reason }));

export const useWithdrawRequest = () =>
  useChange((requestId: string) => client.withdrawDataRequest({ requestId }));

export const useDecideRequest = () =>
  useChange(({ answer, ...input }: { requestId: string; granted: boolean; answer: string }) =>
    client.decideDataRequest({ ...input, ...(answer !== '' && { answer }) }),
  );
