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
      <h1 className={styles.hidden}>Sessions</h1>
      <SessionFilters search={search} />
      {search.q ? <SearchHits search={search} /> : <SessionList search={search} />}
    </div>
  );
}
