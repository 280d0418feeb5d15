import type { TranscriptLane } from '@debrief/contract';
import { Button } from '@mantine/core';
import { IconBraces, IconLink, IconMessagePlus } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { clock, compact, exact } from '../../../ui/format.ts';
import { FileAsOf } from '../beside/FileAsOf.tsx';
import { filesOf } from '../beside/file-beside.ts';
import { ClaimChips, FindingDot } from '../findings/Margin.tsx';
import { ThreadDot } from '../review/thread/ThreadDot.tsx';
import { firstSequence } from '../transcript/entries.ts';
import type { ReadEntry } from '../transcript/kept-entries.ts';
import type { LaneSkeleton } from '../transcript/skeleton.ts';
import type { EntryPlace } from '../transcript/transcript-model.ts';
import { EntryBody } from './EntryBody.tsx';
import styles from './EntryRow.module.css';

export interface EntryActions {
  onSelect(entry: ReadEntry, place: EntryPlace): void;
  onToggle(entry: ReadEntry, place: EntryPlace): void;
  onRaw(entry: ReadEntry): void;
  onLink(entry: ReadEntry): void;
  onComment(entry: ReadEntry): void;
  /** Loads what was cut from the entry. */
  onWhole(entry: ReadEntry): void;
}

/** One entry: when, what, and on hover what can be done with it. */
export const EntryRow = memo(function EntryRow(
  props: {
    entry: ReadEntry;
    place: EntryPlace;
    depth: number;
    open: boolean;
    selected: boolean;
    /** Of a sub-agent: its own lane, and what is known of it. */
    lane: TranscriptLane | undefined;
    skeleton: LaneSkeleton | undefined;
  } & EntryActions,
) {
  const { entry, open, place } = props;
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
      data-entry={entry.id}
      data-depth={Math.min(props.depth, 4) || undefined}
      aria-label={`${entry.kind} ${sequence}`}
      onClick={() => props.onSelect(entry, place)}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <a
        className={styles.time}
        href={`#${sequence}`}
        title={entry.at ? `${exact(entry.at)} · event ${sequence}` : `Event ${sequence}`}
        onClick={(event) => {
          event.preventDefault();
          props.onSelect(entry, place);
        }}
      >
        <FindingDot sequence={sequence} />
        <ThreadDot entry={entry} />
        {entry.at ? clock(entry.at) : `#${sequence}`}
      </a>
      <div className={styles.body}>
        {entry.retracted && <span className={styles.rewound}>rewound</span>}
        <EntryBody
          entry={entry}
          open={open}
          lane={props.lane}
          skeleton={props.skeleton}
          onToggle={() => props.onToggle(entry, place)}
        />
        {entry.kind === 'reply' && <ClaimChips sequence={sequence} />}
        {entry.clipped && (open || isText(entry)) && (
          <Rest clipped={entry.clipped} onWhole={() => props.onWhole(entry)} />
        )}
      </div>
      {(hovered || props.selected) && (
        <div className={styles.actions}>
          <ShownFile entry={entry} />
          <button
            type="button"
            title="Comment (m)"
            aria-label={`Comment on event ${sequence}`}
            onClick={() => props.onComment(entry)}
          >
            <IconMessagePlus size={14} />
          </button>
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

/** The file that the entry read, or the first one that it changed. */
function ShownFile({ entry }: { entry: ReadEntry }) {
  const [path] = filesOf(entry);
  return path === undefined ? null : <FileAsOf path={path} sequence={firstSequence(entry)} />;
}

const isText = ({ kind }: ReadEntry): boolean => kind === 'prompt' || kind === 'reply';

/** Long texts come cut; the rest is a click away. */
function Rest({ clipped, onWhole }: { clipped: Record<string, number>; onWhole(): void }) {
  const length = Object.entries(clipped).reduce(
    (sum, [name, size]) => sum + (name === 'sequences' ? 0 : size),
    0,
  );
  if (length === 0) return null;
  return (
    <Button variant="subtle" size="compact-xs" onClick={onWhole}>
      Load all {compact(length)} characters
    </Button>
  );
}
