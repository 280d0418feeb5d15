import { VisuallyHidden } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTitle } from '../components/Page.tsx';
import { SearchHits } from '../components/SearchHits.tsx';
import { SessionFilters } from '../components/SessionFilters.tsx';
import { SessionList } from '../components/SessionList.tsx';
import styles from './Sessions.module.css';

const route = getRouteApi('/shell/sessions');

export function Sessions() {
  useTitle('Sessions');
  const search = route.useSearch();
  return (
    <div className={styles.page}>
      <VisuallyHidden component="h1">Sessions</VisuallyHidden>
      <SessionFilters search={search} />
      {search.q ? <SearchHits search={search} /> : <SessionList search={search} />}
    </div>
  );
}
