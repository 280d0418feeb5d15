import { VisuallyHidden } from '@mantine/core';
import styles from './StateDot.module.css';
import type { SessionState } from './session-state.ts';
import { stateMeaning } from './session-state.ts';

const names: Record<SessionState, string> = {
  running: 'Running',
  idle: 'Idle',
  stale: 'Stale',
  completed: 'Completed',
  failed: 'Failed',
};

export const StateDot = ({ state, withName }: { state: SessionState; withName?: boolean }) => (
  <span className={styles.state} data-state={state} title={stateMeaning[state]}>
    <span className={styles.dot} aria-hidden />
    {withName ? (
      <span className={styles.name}>{names[state]}</span>
    ) : (
      <VisuallyHidden>{names[state]}</VisuallyHidden>
    )}
  </span>
);
