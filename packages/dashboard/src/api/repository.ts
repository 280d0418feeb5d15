import type { GetInsights } from '@debrief/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

/** Where sessions ran, used last first. */
export const repositoriesQuery = queryOptions({
  queryKey: keys.repositories,
  queryFn: async ({ signal }) => (await client.listRepositories({}, { signal })).repositories,
  staleTime: 60_000,
});

/** One repository, on whatever machines it is. */
export const repositoryQuery = (repository: string) =>
  queryOptions({
    queryKey: keys.repository(repository),
    queryFn: ({ signal }) => client.getRepository({ repository }, { signal }),
  });

/** The commits of a repository, newest first, with the sessions behind each. */
export const commitsQuery = (repository: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.repository(repository), 'commits'],
    queryFn: ({ pageParam, signal }) =>
      client.listCommits({ repository, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });

/** What sessions came to, week by week. */
export const insightsQuery = (asked: GetInsights) =>
  queryOptions({
    queryKey: keys.insights(asked),
    queryFn: ({ signal }) => client.getInsights(asked, { signal }),
    staleTime: 60_000,
  });
