import type { View } from '@debrief/contract';
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import { readSessionsSearch, type SessionsSearch } from './sessions-search.ts';
import { readTodaySearch, type TodaySearch } from './today/today-search.ts';

type Saved = Pick<View, 'search' | 'page'>;
type Search = SessionsSearch | TodaySearch;

const readers = { sessions: readSessionsSearch, today: readTodaySearch };

/** Where the pages are that have views. */
export const viewPages = { sessions: '/sessions', today: '/reviews' } as const;

/** A view is saved as it would stand in the address of its page, and read as carefully as an address. */
export const viewSearch = ({ search, page }: Saved): Search =>
  readers[page](defaultParseSearch(`?${search}`));

export const searchText = (search: Search): string =>
  defaultStringifySearch({ ...search }).replace(/^\?/, '');

const inOrder = (search: Search): string => JSON.stringify(Object.entries(search).sort());

export const isShown = (view: Saved, { search, page }: { search: Search; page: View['page'] }): boolean =>
  view.page === page && inOrder(viewSearch(view)) === inOrder(search);
