import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { keys } from './keys.ts';

/** Where sessions ran, used last first. */
export const repositoriesQuery = queryOptions({
  queryKey: keys.repositories,
  queryFn: async ({ signal }) => (await client.listRepositories({}, { signal })).repositories,
  staleTime: 60_000,
});
