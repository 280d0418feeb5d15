import type { View } from '@debrief/contract';
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import { readSessionsSearch, type SessionsSearch } from './sessions-search.ts';

/** A view is saved as it would stand in the address, and read as carefully as an address. */
export const viewSearch = ({ search }: Pick<View, 'search'>): SessionsSearch =>
  readSessionsSearch(defaultParseSearch(`?${search}`));

export const searchText = (search: SessionsSearch): string =>
  defaultStringifySearch({ ...search }).replace(/^\?/, '');

const inOrder = (search: SessionsSearch): string => JSON.stringify(Object.entries(search).sort());

export const isShown = (view: Pick<View, 'search'>, search: SessionsSearch): boolean =>
  inOrder(viewSearch(view)) === inOrder(search);
