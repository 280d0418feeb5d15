import {
  buildRequest,
  type DoMany,
  type GetToday,
  type ListReviews,
  limits,
  type ManyAnswer,
  type QueueItem,
  type ReviewPolicy,
  type SessionReviewDetail,
  type SetTick,
  type SubmitReview,
  type Tick,
} from '@debrief/contract';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { authorizedFetch, client } from '../client.ts';
import { keys } from '../keys.ts';

/** The review of a session as everybody sees it, and how far the reader has seen it, which the stream tells nobody. */
export interface KnownReview extends SessionReviewDetail {
  seen?: number;
}

export const reviewQuery = (sessionId: string) =>
  queryOptions({
    queryKey: keys.review(sessionId),
    queryFn: async ({ signal }): Promise<KnownReview> => {
      const { review, seen } = await client.getReview({ sessionId }, { signal });
      return { ...review, seen };
    },
    staleTime: 30_000,
  });

/** Takes the review from the stream; one that was told earlier does not replace a later one. */
export function noteReview(queries: QueryClient, review: SessionReviewDetail): void {
  queries.setQueryData<KnownReview>(keys.review(review.sessionId), (old) =>
    old && old.version > review.version ? old : { ...(old && { seen: old.seen }), ...review },
  );
}

/** What a member does about the review of one session. */
export interface ReviewActions {
  submit(input: SubmitReview, idempotencyKey: string): Promise<void>;
  withdraw(reviewId: string): Promise<void>;
  dismiss(reviewId: string, reason: string): Promise<void>;
  mark(throughSequence: number, back?: boolean): Promise<void>;
  tick(tick: SetTick, userId: string): Promise<void>;
  assign(userId: string): Promise<void>;
  unassign(userId: string): Promise<void>;
  decline(note?: string): Promise<void>;
}

export function useReviewActions(sessionId: string): ReviewActions {
  const queries = useQueryClient();
  return useMemo(() => {
    const refreshed = async (work: Promise<unknown>): Promise<void> => {
      await work;
      await queries.invalidateQueries({ queryKey: keys.review(sessionId) });
      void queries.invalidateQueries({ queryKey: keys.reviews });
    };
    return {
      submit: (input, idempotencyKey) =>
        refreshed(client.submitReview({ sessionId, ...input, idempotencyKey })),
      withdraw: (reviewId) => refreshed(client.withdrawReview({ sessionId, reviewId })),
      dismiss: (reviewId, reason) => refreshed(client.dismissReview({ sessionId, reviewId, reason })),
      async mark(throughSequence, back) {
        const { mark } = await client.setMark({ sessionId, throughSequence, ...(back && { back }) });
        queries.setQueryData<KnownReview>(
          keys.review(sessionId),
          (old) =>
            old && { ...old, marks: [...old.marks.filter(({ userId }) => userId !== mark.userId), mark] },
        );
      },
      async tick({ ticked, ...what }, userId) {
        const isIt = (one: Tick) =>
          one.userId === userId && one.kind === what.kind && one.subject === what.subject;
        const put = (tick: Tick | undefined) =>
          queries.setQueryData<KnownReview>(
            keys.review(sessionId),
            (old) =>
              old && { ...old, ticks: [...old.ticks.filter((one) => !isIt(one)), ...(tick ? [tick] : [])] },
          );
        // A box shows what was done to it at once.
        put(ticked ? { ...what, userId, tickedAt: new Date().toISOString() } : undefined);
        try {
          put((await client.setTick({ sessionId, ...what, ticked })).tick);
        } catch (error) {
          await queries.invalidateQueries({ queryKey: keys.review(sessionId) });
          throw error;
        }
      },
      assign: (userId) => refreshed(client.assignReviewer({ sessionId, userId })),
      unassign: (userId) => refreshed(client.removeReviewer({ sessionId, userId })),
      decline: (note) => refreshed(client.declineReview({ sessionId, ...(note && { note }) })),
    };
  }, [queries, sessionId]);
}

export type QueueFilter = Omit<ListReviews, 'cursor' | 'limit'>;

export const queueQuery = (filter: QueueFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.reviews, filter],
    queryFn: ({ pageParam, signal }) =>
      client.listReviews({ ...filter, limit: 50, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 30_000,
  });

/** The words that the team has on its sessions. */
export const labelsQuery = queryOptions({
  queryKey: keys.labels,
  queryFn: async ({ signal }) => (await client.listLabels({}, { signal })).labels,
  staleTime: 30_000,
});

/** What is open, in groups. */
export const todayQuery = (asked: GetToday) =>
  queryOptions({
    queryKey: [...keys.reviews, 'today', asked],
    queryFn: ({ signal }) => client.getToday(asked, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

/** The next session to review, taken for half an hour; undefined when nothing waits. `besides`: those one goes on from. */
export const takeNext = async (besides: readonly string[]): Promise<QueueItem | undefined> =>
  (await client.takeNextReview({ besides: besides.slice(-limits.takenBefore) })).item;

/** One deed about as many sessions as somebody likes, in as few requests as the server takes. */
export async function doMany({ sessionIds, ...deed }: DoMany, idempotencyKey: string): Promise<ManyAnswer> {
  const answer: ManyAnswer = { done: [], refused: [] };
  for (let from = 0; from < sessionIds.length; from += limits.deedSessions) {
    const part = sessionIds.slice(from, from + limits.deedSessions);
    const { done, refused } = await client.doMany({ ...deed, sessionIds: part, idempotencyKey });
    answer.done.push(...done);
    answer.refused.push(...refused);
  }
  return answer;
}

export const policyQuery = queryOptions({
  queryKey: keys.policy,
  queryFn: async ({ signal }) => (await client.getPolicy({}, { signal })).policy,
  staleTime: 30_000,
});

export function useSetPolicy() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (policy: ReviewPolicy) => client.setPolicy(policy),
    onSuccess: ({ policy }) => {
      queries.setQueryData(keys.policy, policy);
      void queries.invalidateQueries({ queryKey: keys.reviews });
    },
  });
}

/** Sent also while the page is being left, which an ordinary request would not survive. */
export async function sendSeen(sessionId: string, throughSequence: number): Promise<void> {
  const { method, path, headers, body } = buildRequest('setSeen', { sessionId, throughSequence });
  await authorizedFetch(path, { method, headers, keepalive: true, ...(body !== undefined && { body }) });
}
