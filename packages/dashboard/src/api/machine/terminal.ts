import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

export const terminalsQuery = queryOptions({
  queryKey: keys.terminals,
  queryFn: async ({ signal }) => (await client.listTerminals({}, { signal })).terminals,
});

/** One terminal, or all of them. */
export function useEndTerminal() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (terminalId: string | undefined) =>
      terminalId === undefined ? client.endTerminals() : client.endTerminal({ terminalId }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.terminals }),
  });
}
