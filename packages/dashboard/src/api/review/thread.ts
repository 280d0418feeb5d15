import type { AddComment, ChangeThread, EditComment, OpenThread, Thread } from '@debrief/contract';
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { withThread } from './merge-thread.ts';

export interface KnownThreads {
  threads: Thread[];
  /** The stream goes on from here. */
  version: number;
}

/** All threads of a session; the server allows 500 of them. */
export async function loadThreads(sessionId: string, signal?: AbortSignal): Promise<KnownThreads> {
  const threads: Thread[] = [];
  let version: number | undefined;
  let cursor: string | null = null;
  do {
    const page = await client.listThreads(
      { sessionId, limit: 100, ...(cursor && { cursor }) },
      signal && { signal },
    );
    threads.push(...page.threads);
    // What changes while the pages come is told again by the stream.
    version ??= page.version;
    cursor = page.nextCursor;
  } while (cursor);
  return { threads, version };
}

export const threadsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: keys.threads(sessionId),
    queryFn: ({ signal }) => loadThreads(sessionId, signal),
    staleTime: 60_000,
  });

/** Takes a thread from the stream or from an answer. */
export function noteThread(queries: QueryClient, thread: Thread, version?: number): void {
  queries.setQueryData<KnownThreads>(
    keys.threads(thread.sessionId),
    (old) =>
      old && {
        threads: withThread(old.threads, thread),
        version: Math.max(old.version, version ?? 0),
      },
  );
}

/** What can be done about threads; each shows its result at once. */
export interface ThreadActions {
  /** `key`: the same for each attempt to send the same words. */
  open(input: OpenThread, key: string): Promise<Thread>;
  reply(threadId: string, input: AddComment, key: string): Promise<Thread>;
  change(threadId: string, input: ChangeThread): Promise<Thread>;
  edit(thread: Thread, commentId: string, input: EditComment): Promise<void>;
  remove(thread: Thread, commentId: string): Promise<void>;
}

export function useThreadActions(sessionId: string): ThreadActions {
  const queries = useQueryClient();
  return useMemo(() => {
    const noted = (thread: Thread): Thread => {
      noteThread(queries, thread);
      void queries.invalidateQueries({ queryKey: keys.review(sessionId) });
      return thread;
    };
    return {
      open: async (input, idempotencyKey) =>
        noted((await client.openThread({ sessionId, ...input, idempotencyKey })).thread),
      reply: async (threadId, input, idempotencyKey) =>
        noted((await client.addComment({ sessionId, threadId, ...input, idempotencyKey })).thread),
      change: async (threadId, input) =>
        noted((await client.changeThread({ sessionId, threadId, ...input })).thread),
      async edit(thread, commentId, input) {
        const { threadId } = thread;
        const { comment } = await client.editComment({ sessionId, threadId, commentId, ...input });
        noteThread(queries, { ...thread, comments: [comment] });
      },
      async remove(thread, commentId) {
        const { threadId } = thread;
        const { comment } = await client.deleteComment({ sessionId, threadId, commentId });
        noteThread(queries, { ...thread, comments: [comment] });
      },
    };
  }, [queries, sessionId]);
}
