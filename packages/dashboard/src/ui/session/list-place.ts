import type { Session } from '@debrief/contract';
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { observable } from '../../observable.ts';

/** Where somebody was in a list of sessions, so that the way back leads there. */
export interface ListPlace {
  /** The page that has the list. */
  page: '/sessions' | '/reviews';
  /** The filters as they stand in the address. */
  search: Record<string, unknown>;
  scrollTop: number;
  /** The sessions in the order of the list, as far as they were loaded. */
  sessionIds: readonly string[];
}

const key = 'debrief.list-place';
const maxIds = 2_000;

const nowhere: ListPlace = { page: '/sessions', search: {}, scrollTop: 0, sessionIds: [] };

function stored(): ListPlace {
  try {
    const value = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    const { page } = value;
    return { ...nowhere, ...value, page: page === '/reviews' ? page : nowhere.page };
  } catch {
    return nowhere;
  }
}

/** Kept for this tab, also over a reload. */
export const listPlace = observable<ListPlace>(stored());

export function keepListPlace(change: Partial<ListPlace>): void {
  const place = { ...listPlace.get(), ...change };
  place.sessionIds = place.sessionIds.slice(0, maxIds);
  listPlace.set(place);
  try {
    sessionStorage.setItem(key, JSON.stringify(place));
  } catch {
    // Storage that is full or forbidden costs the place after a reload, and nothing else.
  }
}

/** The filters in an order that does not depend on how they were chosen. */
const named = (search: object): string => JSON.stringify(Object.entries(search).sort());

/** How far down the list was when it was left, if it is the same list. */
export const keptScrollTop = (search: object): number => {
  const place = listPlace.get();
  return place.page === '/sessions' && named(place.search) === named(search) ? place.scrollTop : 0;
};

/** Keeps which sessions a list shows, and scrolls it to where it was when it was left. */
export function useListPlace(
  scroller: RefObject<HTMLElement | null>,
  { search, sessions, kept }: { search: object; sessions: readonly Session[]; kept: number },
): void {
  useEffect(
    () =>
      keepListPlace({
        page: '/sessions',
        search: { ...search },
        sessionIds: sessions.map((one) => one.sessionId),
      }),
    [search, sessions],
  );
  // Until the rows are there the list is too short to be scrolled.
  const isShown = sessions.length > 0;
  useLayoutEffect(() => {
    if (isShown && kept > 0 && scroller.current) scroller.current.scrollTop = kept;
  }, [isShown, kept, scroller]);
}

/** The session before (-1) or after (1) one in the list; undefined at its ends or where the list is not known. */
export function neighbour(
  { sessionIds }: Pick<ListPlace, 'sessionIds'>,
  sessionId: string,
  step: 1 | -1,
): string | undefined {
  const at = sessionIds.indexOf(sessionId);
  return at < 0 ? undefined : sessionIds[at + step];
}
