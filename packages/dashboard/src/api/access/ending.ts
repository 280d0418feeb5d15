import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { downloadLines } from './own-data.ts';

export const endingQuery = queryOptions({
  queryKey: keys.ending,
  queryFn: ({ signal }) => client.getEnding({}, { signal }),
});

export const downloadOrganization = (): Promise<Blob> => downloadLines('/v1/organizations/me/export');

function useChange<Input>(change: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: keys.ending }),
  });
}

export const useAskEnding = () => useChange((name: string) => client.askEnding({ name }));

export const useWithdrawEnding = () => useChange((_: undefined) => client.withdrawEnding());
