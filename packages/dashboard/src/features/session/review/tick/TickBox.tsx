import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { usePersonName } from '../../../../ui/person/Person.tsx';
import { visibleText } from '../../../../ui/text/visible.ts';
import styles from './TickBox.module.css';
import { type Tickable, tickedByOthers, tickState } from './ticked.ts';
import { useTicks } from './use-ticks.ts';

const words = { file: ['Read', 'read'], claim: ['Checked', 'checked'] } as const;

/** Says that the reader has read a file or checked a claim; everybody sees that. */
export function TickBox({ what }: { what: Tickable }) {
  const { all, me, isKnown, set } = useTicks();
  // While the server is asked the box shows what was done to it, whatever older answers arrive meanwhile.
  const [asked, setAsked] = useState<boolean>();
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
        disabled={!isKnown}
        checked={asked ?? state === 'ticked'}
        onChange={(event) => {
          const { checked } = event.currentTarget;
          setAsked(checked);
          void set(what, checked).finally(() => setAsked(undefined));
        }}
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
