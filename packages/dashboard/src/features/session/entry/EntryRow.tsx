import type { Entry } from '@debrief/transcript';
import { IconBraces, IconLink } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { clock, exact } from '../../../ui/format.ts';
import { firstSequence } from '../transcript/entries.ts';
import { EntryBody } from './EntryBody.tsx';
import styles from './EntryRow.module.css';

export interface EntryActions {
  onSelect(entry: Entry): void;
  onToggle(entry: Entry): void;
  onRaw(entry: Entry): void;
  onLink(entry: Entry): void;
}

/** One entry: when, what, and on hover what can be done with it. */
export const EntryRow = memo(function EntryRow(
  props: { entry: Entry; depth: number; open: boolean; selected: boolean } & EntryActions,
) {
  const { entry, open } = props;
  const sequence = firstSequence(entry);
  const [hovered, setHovered] = useState(false);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: j and k select by keyboard
    <article
      className={styles.row}
      data-kind={entry.kind}
      data-selected={props.selected || undefined}
      data-retracted={entry.retracted}
      data-sequence={sequence}
      data-depth={Math.min(props.depth, 4) || undefined}
      aria-label={`${entry.kind} ${sequence}`}
      onClick={() => props.onSelect(entry)}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <a
        className={styles.time}
        href={`#${sequence}`}
        title={entry.at ? `${exact(entry.at)} · event ${sequence}` : `Event ${sequence}`}
        onClick={(event) => {
          event.preventDefault();
          props.onSelect(entry);
        }}
      >
        {entry.at ? clock(entry.at) : `#${sequence}`}
      </a>
      <div className={styles.body}>
        {entry.retracted && <span className={styles.rewound}>rewound</span>}
        <EntryBody entry={entry} open={open} onToggle={() => props.onToggle(entry)} />
      </div>
      {(hovered || props.selected) && (
        <div className={styles.actions}>
          <button
            type="button"
            title="Copy a link"
            aria-label={`Copy a link to event ${sequence}`}
            onClick={() => props.onLink(entry)}
          >
            <IconLink size={14} />
          </button>
          <button
            type="button"
            title="Raw JSON"
            aria-label={`Raw JSON of event ${sequence}`}
            onClick={() => props.onRaw(entry)}
          >
            <IconBraces size={14} />
          </button>
        </div>
      )}
    </article>
  );
});
