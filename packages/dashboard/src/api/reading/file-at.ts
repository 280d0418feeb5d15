import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';

/** A file as of an event. `foldedTo`: what comes later may say more of it. */
export const fileAtQuery = (
  sessionId: string,
  asked: { path: string; at: number; line?: number | undefined },
  foldedTo: number,
) =>
  queryOptions({
    queryKey: ['file-at', sessionId, asked.path, asked.at, asked.line, foldedTo],
    queryFn: ({ signal }) => {
      const { path, at, line } = asked;
      return client.getFileAt({ sessionId, path, at, ...(line !== undefined && { line }) }, { signal });
    },
    // The state before stays until the next is there.
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
