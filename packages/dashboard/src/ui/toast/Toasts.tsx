import { CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useObservable } from '../../use-observable.ts';
import { Visible } from '../text/Visible.tsx';
import styles from './Toasts.module.css';
import { dismiss, toasts } from './toast.ts';

export function Toasts() {
  const shown = useObservable(toasts);
  return (
    <div className={styles.stack} role="status" aria-live="polite">
      {shown.map((one) => (
        <div key={one.id} className={styles.toast} data-tone={one.tone}>
          {one.tone === 'good' ? <IconCheck size={16} /> : <IconAlertTriangle size={16} />}
          <span>
            <Visible text={one.text} />
          </span>
          <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismiss(one.id)} />
        </div>
      ))}
    </div>
  );
}
