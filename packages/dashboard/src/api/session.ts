import type { SessionReview } from '@debrief/contract';
import {
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';
import { ahead, askedOr } from './reading/first-screen.ts';

export const sessionQuery = (sessionId: string) =>
  queryOptions({
    queryKey: keys.session(sessionId),
    queryFn: ({ signal }) =>
      askedOr(sessionId, 'session', () => client.getSession({ sessionId }, { signal })),
    // Heartbeats and the verdict move while it is open; events come by the stream.
    refetchInterval: (query) => (query.state.data?.session.status === 'active' ? 10_000 : false),
  });

/** The same, before anybody opens it. */
export const sessionAheadQuery = (sessionId: string) =>
  queryOptions({
    ...sessionQuery(sessionId),
    queryFn: ({ signal }) => client.getSession({ sessionId }, { signal, ...ahead }),
  });

/** The titles that a session was given; asked for when somebody wants to give it another one. */
export const titlesQuery = (sessionId: string) =>
  queryOptions({
    queryKey: keys.titles(sessionId),
    queryFn: ({ signal }) => client.listTitles({ sessionId }, { signal }),
  });

export function useRenameSession() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: { sessionId: string; title: string }) => client.renameSession(input),
    onSuccess: async (answer, { sessionId, title }) => {
      queries.setQueryData(keys.titles(sessionId), answer);
      // What is derived follows in a moment, and the stream tells of it.
      queries.setQueryData<SessionReview>(keys.session(sessionId), (old) => {
        if (!old) return old;
        const { statistics, ...session } = old.session;
        return {
          ...old,
          session: { ...session, title, ...(statistics && { statistics: { ...statistics, title } }) },
        };
      });
      await queries.invalidateQueries({ queryKey: keys.sessions });
    },
  });
}

/** It was deleted: what is known of it leaves this tab, and its page says that it is gone. */
export function forgetSession(queries: QueryClient, sessionId: string): void {
  const isOfIt = ({ queryKey }: Query) => queryKey.includes(sessionId) && queryKey[0] !== keys.session('')[0];
  queries.removeQueries({ predicate: isOfIt, type: 'inactive' });
  void queries.resetQueries({ queryKey: keys.session(sessionId) });
  void queries.invalidateQueries({ queryKey: keys.sessions });
}

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
