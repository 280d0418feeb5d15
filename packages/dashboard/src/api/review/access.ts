import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

/** Who read a session; its author and admins may know. */
export const readersQuery = (sessionId: string) =>
  queryOptions({
    queryKey: [...keys.session(sessionId), 'readers'],
    queryFn: async ({ signal }) => (await client.listReaders({ sessionId }, { signal })).readers,
  });

/** The receipt of a deletion; asked for again until it is finished. */
export const erasureQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['erasure', sessionId],
    queryFn: ({ signal }) => client.getErasure({ sessionId }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'erased' ? false : 1500),
  });

/** Deletes a session for good, with everything made of it. */
export function useRemoveSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => client.removeSession({ sessionId }),
    onSuccess: async (_, sessionId) => {
      for (const queryKey of [keys.session(sessionId), keys.threads(sessionId), keys.review(sessionId)])
        queries.removeQueries({ queryKey });
      await queries.invalidateQueries({ queryKey: keys.sessions });
      await queries.invalidateQueries({ queryKey: keys.reviews });
    },
  });
}
