import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

/** Who read a session; its author and admins may know. */
export const readersQuery = (sessionId: string) =>
  queryOptions({
    queryKey: [...keys.session(sessionId), 'readers'],
    queryFn: async ({ signal }) => (await client.listReaders({ sessionId }, { signal })).readers,
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
