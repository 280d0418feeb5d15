import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from './client.ts';

/** Looked at often only while something is said there that changes. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => client.getHealth({}, { signal }),
  staleTime: 300_000,
});

const [often, seldom] = [2000, 60_000];

/** How many percent of the sessions have what is derived of them, while that is made anew. */
export function useRebuild(): number | undefined {
  const { data } = useQuery({
    ...healthQuery,
    staleTime: often,
    refetchInterval: ({ state }) => (state.data?.rebuild ? often : seldom),
  });
  return data?.rebuild?.percent;
}
