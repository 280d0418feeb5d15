import { VisuallyHidden } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTitle } from '../../ui/Page.tsx';
import { FilterBar } from './filters/FilterBar.tsx';
import { RebuildNotice } from './RebuildNotice.tsx';
import { SessionList } from './SessionList.tsx';
import styles from './Sessions.module.css';
import { useSessionTotals } from './session-list.ts';
import type { SessionsSearch } from './sessions-search.ts';

const route = getRouteApi('/shell/sessions');

/** Most people look at the list, and search later. */
const SearchHits = lazy(async () => ({ default: (await import('./found/SearchHits.tsx')).SearchHits }));

export function Sessions() {
  useTitle('Sessions');
  const search = route.useSearch();
  const isEmpty = useNothingYet(search);
  return (
    <div className={styles.page}>
      <VisuallyHidden component="h1">Sessions</VisuallyHidden>
      {!isEmpty && <FilterBar search={search} />}
      <RebuildNotice />
      {search.q ? (
        <Suspense>
          <SearchHits search={search} />
        </Suspense>
      ) : (
        <SessionList search={search} />
      )}
    </div>
  );
}

/** Nobody filters what is not there: then the page has only the way to begin. */
function useNothingYet(search: SessionsSearch): boolean {
  const isPlain = Object.keys(search).length === 0;
  const { data } = useSessionTotals(search);
  return isPlain && data?.sessions === 0;
}
