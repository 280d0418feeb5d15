import type { FindLinks, FindPriorWork, IntegrationProvider } from '@debrief/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

/** The sessions behind a commit, a pull request or a file. */
export const linksQuery = (asked: FindLinks) =>
  queryOptions({
    queryKey: keys.links(asked),
    queryFn: ({ signal }) => client.findLinks(asked, { signal }),
  });

/** What to know before one changes files. */
export const priorWorkQuery = (asked: FindPriorWork) =>
  queryOptions({
    queryKey: keys.links({ prior: asked }),
    queryFn: ({ signal }) => client.findPriorWork(asked, { signal }),
  });

/** The commits and pull requests that a session led to. */
export const sessionLinksQuery = (sessionId: string) =>
  queryOptions({
    queryKey: keys.sessionLinks(sessionId),
    queryFn: ({ signal }) => client.listSessionLinks({ sessionId }, { signal }),
  });

export interface Decision {
  sessionId: string;
  sha: string;
  isLinked: boolean;
}

/** Says that a session led to a commit, or that it did not. */
export function useDecideLink() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ sessionId, sha, isLinked }: Decision) =>
      isLinked ? client.addLink({ sessionId, sha }) : client.removeLink({ sessionId, sha }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.allLinks }),
  });
}

/** Says that a session led to a pull request, or that it did not. */
export function useDecidePullLink() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ sessionId, url, isLinked }: { sessionId: string; url: string; isLinked: boolean }) =>
      isLinked ? client.addPullLink({ sessionId, url }) : client.removePullLink({ sessionId, url }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.allLinks }),
  });
}

/** The full name of the commit that a person typed the beginning of. */
export async function findCommit(prefix: string): Promise<string> {
  const { commits } = await client.findLinks({ commit: prefix });
  if (commits.length !== 1) throw new Error('Several commits begin like this; type more of the name.');
  return commits[0]?.sha ?? prefix;
}

export const integrationsQuery = queryOptions({
  queryKey: keys.integrations,
  queryFn: async ({ signal }) => (await client.listIntegrations({}, { signal })).integrations,
});

export function useIntegrations() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: keys.integrations });
  return {
    create: useMutation({
      mutationFn: (provider: IntegrationProvider) => client.createIntegration({ provider }),
      // The secret is in the answer: it must not outlive the component that shows it.
      gcTime: 0,
      onSuccess: refresh,
    }),
    remove: useMutation({
      mutationFn: (integrationId: string) => client.removeIntegration({ integrationId }),
      onSettled: refresh,
    }),
  };
}
