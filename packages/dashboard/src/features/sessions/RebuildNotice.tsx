import { IconRefresh } from '@tabler/icons-react';
import { useRebuild } from '../../api/health.ts';
import { Empty } from '../../ui/Empty.tsx';
import styles from './Sessions.module.css';

/** After an upgrade or a restore, search and figures are derived anew: sessions without them are not empty. */
export function RebuildNotice() {
  const percent = useRebuild();
  if (percent === undefined) return null;
  return (
    <p className={styles.rebuild} role="status">
      Search is being rebuilt: {percent} %. Until then it does not find every session, and some have no
      figures yet.
    </p>
  );
}

/** In place of an empty list that nobody can know to be empty yet. */
export const BeingRebuilt = ({ percent }: { percent: number }) => (
  <Empty
    icon={<IconRefresh size={22} />}
    title={`Being rebuilt: ${percent} %`}
    text="What this list is ordered or filtered by is derived anew from the events. Sessions appear as soon as theirs is there."
  />
);
