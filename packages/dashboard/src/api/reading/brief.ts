import type { BriefAnswer } from '@debrief/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { askedOr, cameEarly } from './first-screen.ts';

/** The brief of a session. It follows the events of one that is open, and what people say about it. */
export const briefQuery = (sessionId: string, isLive: boolean) =>
  queryOptions({
    queryKey: keys.brief(sessionId),
    queryFn: ({ signal }) => askedOr(sessionId, 'brief', () => client.getBrief({ sessionId }, { signal })),
    initialData: () => cameEarly<BriefAnswer>(sessionId, 'brief'),
    // What came early is as old as the page.
    staleTime: 5_000,
    refetchInterval: (query) => (isLive || query.state.data?.state === 'behind' ? 5_000 : false),
  });
