import type { BriefAnswer } from '@debrief/contract';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { askedOr, cameEarly } from './first-screen.ts';

/** The brief of a session. Whoever shows it says when there may be another one. */
export const briefQuery = (sessionId: string) =>
  queryOptions({
    queryKey: keys.brief(sessionId),
    queryFn: ({ signal }) => askedOr(sessionId, 'brief', () => client.getBrief({ sessionId }, { signal })),
    initialData: () => cameEarly<BriefAnswer>(sessionId, 'brief'),
    // What came early is as old as the page.
    staleTime: 5_000,
    refetchInterval: (query) => (query.state.data?.state === 'behind' ? 5_000 : false),
  });
