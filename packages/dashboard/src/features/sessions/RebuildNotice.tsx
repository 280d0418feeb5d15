import { useQuery } from '@tanstack/react-query';
import { healthQuery } from '../../api/health.ts';
import styles from './Sessions.module.css';

const [often, seldom] = [2000, 60_000];

/** After an upgrade or a restore, search and figures are derived anew: sessions without them are not empty. */
export function RebuildNotice() {
  const { data } = useQuery({
    ...healthQuery,
    staleTime: often,
    refetchInterval: ({ state }) => (state.data?.rebuild ? often : seldom),
  });
  if (!data?.rebuild) return null;
  return (
    <p className={styles.rebuild} role="status">
      Search is being rebuilt: {data.rebuild.percent} %. Until then it does not find every session, and some
      have no figures yet.
    </p>
  );
}
