import type { RetentionPolicy } from '@debrief/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

export const retentionQuery = queryOptions({
  queryKey: keys.retention,
  queryFn: ({ signal }) => client.getRetention({}, { signal }),
});

export function useSetRetention() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (policy: RetentionPolicy) => client.setRetention(policy),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: keys.retention });
      await queries.invalidateQueries({ queryKey: keys.privacy });
    },
  });
}
