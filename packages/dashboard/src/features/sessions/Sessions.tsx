import { VisuallyHidden } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTitle } from '../../ui/Page.tsx';
import { FilterBar } from './filters/FilterBar.tsx';
import { RebuildNotice } from './RebuildNotice.tsx';
import { SearchHits } from './SearchHits.tsx';

import { SessionList } from './SessionList.tsx';
import styles from './Sessions.module.css';

const route = getRouteApi('/shell/sessions');

export function Sessions() {
  useTitle('Sessions');
  const search = route.useSearch();
  return (
    <div className={styles.page}>
      <VisuallyHidden component="h1">Sessions</VisuallyHidden>
      <FilterBar search={search} />
      <RebuildNotice />
      {search.q ? <SearchHits search={search} /> : <SessionList search={search} />}
    </div>
  );
}
