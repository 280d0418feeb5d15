import type { SaveView } from '@debrief/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

/** The views of the list that the member has saved. */
export const viewsQuery = queryOptions({
  queryKey: keys.views,
  queryFn: async ({ signal }) => (await client.listViews({}, { signal })).views,
  staleTime: 60_000,
});

export function useSaveView() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (view: SaveView) => client.saveView(view),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.views }),
  });
}

export function useRemoveView() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (viewId: string) => client.removeView({ viewId }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.views }),
  });
}
