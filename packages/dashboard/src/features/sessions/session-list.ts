import type { ListSessions, Session, SessionPage } from '@debrief/contract';
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { client } from '../../api/client.ts';
import { keys } from '../../api/keys.ts';
import { filtersOf, orderOf } from './list-query.ts';
import { hasUnread, mergeHead } from './session-pages.ts';
import type { SessionsSearch } from './sessions-search.ts';

const pageSize = 50;
const refreshMs = 5_000;
const totalsRefreshMs = 20_000;
/** A session just captured gets its title and figures in a moment. */
const hastyRefreshMs = 1_000;

const headQuery = (filters: ListSessions) =>
  queryOptions({
    queryKey: [...keys.sessions, 'head', filters],
    queryFn: ({ signal }) => client.listSessions({ ...filters, limit: pageSize }, { signal }),
    structuralSharing: false,
  });

const listQuery = (filters: ListSessions) =>
  infiniteQueryOptions({
    queryKey: [...keys.sessions, 'list', filters],
    queryFn: async ({ pageParam, signal, client: queries }) => {
      const page = await client.listSessions(
        { ...filters, limit: pageSize, ...(pageParam && { cursor: pageParam }) },
        { signal },
      );
      // The first page is also the newest: it need not be asked for a second time.
      if (pageParam === '') queries.setQueryData(headQuery(filters).queryKey, page);
      return page;
    },
    // Whoever reads a session for a while comes back to the list as it was.
    gcTime: 30 * 60_000,
    initialPageParam: '',
    getNextPageParam: (page: SessionPage) => page.nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The list, kept up to date from its top. `atTop` tells whether new rows may push the others down. */
export function useSessions(search: SessionsSearch, atTop: boolean) {
  const queries = useQueryClient();
  // The hour in `startedAfter` moves; the key moves with it.
  const key = JSON.stringify({ ...filtersOf(search), ...orderOf(search) });
  const filters = useMemo(() => JSON.parse(key) as ListSessions, [key]);
  const list = useInfiniteQuery({ ...listQuery(filters), placeholderData: keepPreviousData });
  const head = useQuery({
    ...headQuery(filters),
    enabled: list.isSuccess && !list.isPlaceholderData,
    refetchInterval: (query) => (query.state.data?.sessions.some(isNew) ? hastyRefreshMs : refreshMs),
  });
  const isNewestFirst = filters.sort === undefined && filters.order === undefined;
  const [waiting, setWaiting] = useState(0);
  const page = head.data;
  useEffect(() => {
    if (!page) return;
    queries.setQueryData<InfiniteData<SessionPage, string>>(listQuery(filters).queryKey, (old) => {
      if (!old) return old;
      const merged = mergeHead(old.pages, page, { admit: atTop, isNewestFirst });
      setWaiting(merged.waiting);
      if (merged.pages === old.pages) return old;
      return { ...old, pages: merged.pages, pageParams: old.pageParams.slice(0, merged.pages.length) };
    });
  }, [queries, filters, page, atTop, isNewestFirst]);
  const sessions = useMemo(() => list.data?.pages.flatMap((one) => one.sessions) ?? [], [list.data]);
  return { ...list, sessions, waiting };
}

const isNew = (session: Session): boolean =>
  session.statistics === undefined &&
  session.eventCount > 0 &&
  Date.now() - Date.parse(session.updatedAt) < 30_000;

/** The sums over everything the filters leave, also what is not loaded. Asked for anew when the rest has been read. */
export function useSessionTotals(search: SessionsSearch) {
  const isPartlyRead = useIsPartlyRead(search);
  const filters = filtersOf(search);
  const totals = useQuery({
    queryKey: [...keys.sessions, 'totals', filters, isPartlyRead],
    queryFn: async ({ signal }) =>
      (await client.listSessions({ ...filters, limit: 1, totals: 'true' }, { signal })).totals,
    placeholderData: keepPreviousData,
    refetchInterval: totalsRefreshMs,
  });
  return { ...totals, isPartlyRead };
}

/** The newest page has sessions that the sums leave out, as after an import. It asks nothing of the server. */
function useIsPartlyRead(search: SessionsSearch): boolean {
  const { data } = useQuery({
    ...headQuery({ ...filtersOf(search), ...orderOf(search) }),
    enabled: false,
  });
  return data !== undefined && hasUnread(data);
}

/** Full-text search over titles, prompts, replies, commands, file paths and comments. */
export function useSessionSearch(search: SessionsSearch) {
  const { q = '', match } = search;
  const filters = filtersOf(search);
  return useInfiniteQuery({
    queryKey: [...keys.sessions, 'search', { q, match, filters }],
    queryFn: ({ pageParam, signal }) =>
      client.searchSessions(
        { ...filters, q, limit: 30, ...(match && { order: match }), ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 15_000,
    // What was found stays as it is while somebody reads it; whoever found nothing may wait for a session to come in.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.hits.length === 0 ? refreshMs : false),
  });
}
