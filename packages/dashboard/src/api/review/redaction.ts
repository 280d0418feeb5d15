import type { RedactSession } from '@debrief/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client.ts';
import { keys } from '../keys.ts';

const redactionsKey = (sessionId: string) => [...keys.session(sessionId), 'redactions'];

/** What was taken out of a session after the fact; asked for again until all of it is gone. */
export const redactionsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: redactionsKey(sessionId),
    queryFn: async ({ signal }) => (await client.listRedactions({ sessionId }, { signal })).redactions,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'redacting') ? 1000 : false),
  });

/** How often words stand in a session. */
export const usePreviewRedaction = (sessionId: string) =>
  useMutation({ mutationFn: (text: string) => client.previewRedaction({ sessionId, text }) });

/** Takes words out of a session for good. */
export function useRedactSession(sessionId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wanted: RedactSession) => client.redactSession({ sessionId, ...wanted }),
    onSuccess: () => queries.invalidateQueries({ queryKey: redactionsKey(sessionId) }),
  });
}

/** One redaction of many sessions; asked for again while something happens. */
export const redactionJobQuery = (jobId: string | undefined) =>
  queryOptions({
    queryKey: [...keys.redactionJobs, jobId],
    enabled: jobId !== undefined,
    queryFn: async ({ signal }) =>
      (await client.listRedactionJobs({}, { signal })).jobs.find((job) => job.jobId === jobId) ?? null,
    refetchInterval: ({ state }) =>
      state.data?.state === 'looking' || state.data?.state === 'redacting' ? 500 : false,
  });

/** Looks for words in many sessions, and takes them out of all of them. */
export function useRedactMany() {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: keys.redactionJobs });
  return {
    look: useMutation({ mutationFn: (text: string) => client.lookForWords({ text }), onSuccess }),
    confirm: useMutation({
      mutationFn: (said: { jobId: string; reason: string }) => client.confirmRedaction(said),
      onSuccess,
    }),
    cancel: useMutation({ mutationFn: (jobId: string) => client.cancelRedaction({ jobId }), onSuccess }),
  };
}
