import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

/** Looked at often only while something is said there that changes. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => client.getHealth({}, { signal }),
  staleTime: 300_000,
});
