import { buildRequest, type ChangeInboxSettings, type ChangeNotification } from '@debrief/contract';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { observable } from '../../observable.ts';
import { leave } from '../auth.ts';
import { client } from '../client.ts';
import { keys } from '../keys.ts';
import { readAnew } from '../stream/read-anew.ts';
import { followServerEvents } from '../stream/server-events.ts';

/** How many lines of the inbox are unread. */
export const unread = observable(0);

export const inboxQuery = (state: 'unread' | 'all') =>
  infiniteQueryOptions({
    queryKey: [...keys.inbox, state],
    queryFn: ({ pageParam, signal }) =>
      client.listInbox({ state, limit: 50, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });

/** Each change says how much is unread then. */
export function useInboxActions() {
  const queries = useQueryClient();
  const settle = (count: number) => {
    unread.set(count);
    void queries.invalidateQueries({ queryKey: keys.inbox });
  };
  return {
    async change(notificationId: string, input: ChangeNotification): Promise<void> {
      settle((await client.changeNotification({ notificationId, ...input })).unread);
    },
    async readAll(): Promise<void> {
      settle((await client.readInbox({})).unread);
    },
  };
}

/** What is on the screen of this tab: threads by their id, and the session itself as an empty one. */
const onScreen = new Map<string, Set<string>>();
let reading: ReturnType<typeof setTimeout> | undefined;

/** Whoever has something before their eyes for a second has read what they were told of it. */
const readWhatIsSeen = () => {
  if (unread.get() === 0 || document.visibilityState !== 'visible') return;
  clearTimeout(reading);
  reading = setTimeout(async () => {
    if (document.visibilityState !== 'visible') return;
    for (const [sessionId, seen] of onScreen) {
      const threadIds = [...seen].filter((id) => id !== '').slice(0, 100);
      if (seen.has('')) await client.readInbox({ sessionId }).catch(() => {});
      if (threadIds.length > 0) await client.readInbox({ sessionId, threadIds }).catch(() => {});
    }
  }, 1000);
};
unread.subscribe(readWhatIsSeen);
document.addEventListener('visibilitychange', readWhatIsSeen);

/** Says that a session, or a thread of it, is before the member's eyes; returns how to say that it is not any more. */
export function look(sessionId: string, threadId = ''): () => void {
  const seen = onScreen.get(sessionId) ?? new Set();
  onScreen.set(sessionId, seen.add(threadId));
  readWhatIsSeen();
  return () => {
    seen.delete(threadId);
    if (seen.size === 0) onScreen.delete(sessionId);
  };
}

export const inboxSettingsQuery = queryOptions({
  queryKey: keys.inboxSettings,
  queryFn: ({ signal }) => client.getInboxSettings({}, { signal }),
  staleTime: 60_000,
});

export function useChangeInboxSettings() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: ChangeInboxSettings) => client.changeInboxSettings(input),
    onSuccess: (settings) => queries.setQueryData(keys.inboxSettings, settings),
  });
}

/**
 * Keeps `unread` up to date until aborted. Of all tabs of this browser one listens and tells the others: browsers
 * allow few connections to a server, and each session that is read takes one, too.
 */
export function followInbox(owner: string, queries: QueryClient, signal: AbortSignal): void {
  const name = `debrief-inbox ${owner}`;
  const channel = new BroadcastChannel(name);
  let isTold = false;
  const note = (count: number) => {
    isTold = true;
    unread.set(count);
    void readAnew(queries, keys.inbox);
    void readAnew(queries, keys.reviews);
  };
  channel.onmessage = ({ data }) => typeof data === 'number' && note(data);
  signal.addEventListener('abort', () => channel.close());
  const listen = () =>
    followServerEvents(
      () => buildRequest('streamInbox', {}).path,
      ({ event, data }) => {
        if (event === 'left') leave();
        if (event !== 'inbox') return;
        const { unread: count } = JSON.parse(data) as { unread: number };
        note(count);
        channel.postMessage(count);
      },
      signal,
    );
  // Locks are missing on plain HTTP; each tab listens for itself then.
  if (navigator.locks) void navigator.locks.request(name, { signal }, listen).catch(() => {});
  else void listen();
  // A tab that does not listen itself would wait for the next change. What was told meanwhile is newer than this answer.
  void client.listInbox({ limit: 1 }, { signal }).then(
    (page) => isTold || unread.set(page.unread),
    () => {},
  );
}
