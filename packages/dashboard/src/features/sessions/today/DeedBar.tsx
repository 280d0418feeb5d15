import type { ManyAnswer, ManyDeed } from '@debrief/contract';
import { Button } from '@mantine/core';
import { plural } from '../../../ui/format.ts';
import styles from './Today.module.css';

const deeds: { deed: ManyDeed; name: string; key: string }[] = [
  { deed: 'settle', name: 'Fine', key: 'f' },
  { deed: 'ask', name: 'Ask', key: 'a' },
  { deed: 'follow_up', name: 'Follow-up', key: 'u' },
  { deed: 'assign', name: 'Assign', key: 'w' },
  { deed: 'label', name: 'Label', key: 'l' },
  { deed: 'unlabel', name: 'Unlabel', key: 'L' },
];

/** What can be done about everything that is selected, and what was refused the last time. */
export function DeedBar(props: {
  count: number;
  refused: ManyAnswer['refused'];
  onDeed(deed: ManyDeed): void;
  onClear(): void;
}) {
  const reasons = Map.groupBy(props.refused, ({ message }) => message);
  return (
    <div className={styles.deeds} role="toolbar" aria-label="Selected sessions">
      {props.refused.length > 0 && (
        <p role="status">
          {plural(props.refused.length, 'session')} left as before:{' '}
          {[...reasons].map(([message, some]) => `${some.length} × ${message}`).join(' ')}
        </p>
      )}
      <strong>{props.count} selected</strong>
      {deeds.map(({ deed, name, key }) => (
        <Button
          key={deed}
          size="compact-sm"
          variant={deed === 'settle' ? 'filled' : 'default'}
          disabled={props.count === 0}
          onClick={() => props.onDeed(deed)}
        >
          {name} <kbd className={styles.key}>{key}</kbd>
        </Button>
      ))}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={props.onClear}>
        Clear
      </Button>
    </div>
  );
}
