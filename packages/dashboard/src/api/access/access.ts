import type { AccessPolicy, HoldTime } from '@debrief/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

/** Who reads sessions, and how long they are held; and how long one holds one's own. */
export const accessPolicyQuery = queryOptions({
  queryKey: keys.accessPolicy,
  queryFn: ({ signal }) => client.getAccessPolicy({}, { signal }),
});

export function useSetAccess() {
  const queries = useQueryClient();
  const onSuccess = async (answer: unknown) => {
    queries.setQueryData(keys.accessPolicy, answer);
    await queries.invalidateQueries({ queryKey: keys.sessions });
  };
  return {
    policy: useMutation({ mutationFn: (policy: AccessPolicy) => client.setAccessPolicy(policy), onSuccess }),
    ownHold: useMutation({ mutationFn: (hold: HoldTime) => client.setOwnHold({ hold }), onSuccess }),
  };
}

export const heldQuery = queryOptions({
  queryKey: keys.held,
  queryFn: async ({ signal }) => (await client.listHeld({}, { signal })).sessions,
  // Titles and figures follow while sessions run.
  refetchInterval: 15_000,
});

/** How often something was taken out of a session before it was sent. */
export const redactedQuery = (sessionId: string) =>
  queryOptions({
    queryKey: [...keys.session(sessionId), 'redacted'],
    queryFn: ({ signal }) => client.findInSession({ sessionId, q: '[REDACTED:' }, { signal }),
  });

export const accessRequestsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: [...keys.session(sessionId), 'access-requests'],
    queryFn: async ({ signal }) => (await client.listAccessRequests({ sessionId }, { signal })).requests,
  });

/** Hold, release, ask and answer. What a page says afterwards must not depend on it: the part that asked may be gone by then. */
export function useSessionAccess(sessionId: string) {
  const queries = useQueryClient();
  const onSuccess = async () => {
    await queries.invalidateQueries({ queryKey: keys.session(sessionId) });
    await queries.invalidateQueries({ queryKey: keys.held });
    await queries.invalidateQueries({ queryKey: keys.sessions });
  };
  return {
    hold: useMutation({ mutationFn: (hold: HoldTime) => client.holdSession({ sessionId, hold }), onSuccess }),
    release: useMutation({
      mutationFn: (reason: string | undefined) =>
        client.releaseSession({ sessionId, ...(reason && { reason }) }),
      onSuccess,
    }),
    ask: useMutation({ mutationFn: () => client.askAccess({ sessionId }), onSuccess }),
    decide: useMutation({
      mutationFn: (decision: { userId: string; granted: boolean }) =>
        client.decideAccess({ sessionId, ...decision }),
      onSuccess,
    }),
  };
}
