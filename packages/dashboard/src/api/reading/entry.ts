import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

/** One entry with nothing cut. It may change while the session runs. */
export const entryQuery = (sessionId: string, entryId: string) =>
  queryOptions({
    queryKey: keys.entry(sessionId, entryId),
    queryFn: ({ signal }) => client.getEntry({ sessionId, entryId }, { signal }),
    refetchInterval: ({ state }) =>
      (state.data?.entry as { outcome?: string } | undefined)?.outcome === 'running' ? 10_000 : false,
  });
