import { Checkbox } from '@mantine/core';
import { usePersonName } from '../../../../ui/person/Person.tsx';
import { visibleText } from '../../../../ui/text/visible.ts';
import styles from './TickBox.module.css';
import { type Tickable, tickedByOthers, tickState } from './ticked.ts';
import { useTicks } from './use-ticks.ts';

const words = { file: ['Read', 'read'], claim: ['Checked', 'checked'] } as const;

/** Says that the reader has read a file or checked a claim; everybody sees that. */
export function TickBox({ what }: { what: Tickable }) {
  const { all, me, set } = useTicks();
  const nameOf = usePersonName();
  const state = tickState(all, me, what);
  const others = tickedByOthers(all, me, what).map(nameOf);
  const [name, done] = words[what.kind];
  return (
    <span className={styles.tick} data-state={state}>
      <Checkbox
        size="xs"
        label={name}
        title={visibleText(
          others.length > 0
            ? `Also ${done} by ${others.join(', ')}`
            : `Everybody sees that you have ${done} it`,
        )}
        checked={state === 'ticked'}
        onChange={(event) => set(what, event.currentTarget.checked)}
      />
      {state === 'changed' && <span className={styles.changed}>changed since</span>}
      {others.length > 0 && (
        <span className={styles.others}>
          {state === 'ticked' ? '+' : ''}
          {others.length}
        </span>
      )}
    </span>
  );
}
