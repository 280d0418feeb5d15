import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';
import { askedOr } from './reading/first-screen.ts';

export const sessionQuery = (sessionId: string) =>
  queryOptions({
    queryKey: keys.session(sessionId),
    queryFn: ({ signal }) =>
      askedOr(sessionId, 'session', () => client.getSession({ sessionId }, { signal })),
    // Heartbeats and the verdict move while it is open; events come by the stream.
    refetchInterval: (query) => (query.state.data?.session.status === 'active' ? 10_000 : false),
  });

export function useSample() {
  const queries = useQueryClient();
  const refresh = async () => {
    await queries.resetQueries({ queryKey: keys.sessions });
    await queries.invalidateQueries({ queryKey: keys.environments });
    await queries.invalidateQueries({ queryKey: keys.installations });
    await queries.invalidateQueries({ queryKey: keys.repositories });
  };
  return {
    load: useMutation({ mutationFn: () => client.loadSample(), onSuccess: refresh }),
    remove: useMutation({ mutationFn: () => client.removeSample(), onSuccess: refresh }),
  };
}
