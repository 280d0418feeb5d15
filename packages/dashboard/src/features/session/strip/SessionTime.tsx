import { useCallback, useMemo, useRef } from 'react';
import type { ShownBrief } from '../brief/use-brief.ts';
import type { Discussion } from '../review/thread/discussion.ts';
import type { ReaderState } from '../use-reader.ts';
import styles from './TimeStrip.module.css';
import { TimeStrip } from './TimeStrip.tsx';

/** The strip of the session that is read, where its records have times. */
export function SessionTime(props: {
  reader: ReaderState;
  brief: ShownBrief;
  discussion: Discussion;
  onGo(sequence: number): void;
}) {
  const { reader, brief, discussion } = props;
  const { review } = reader;
  const go = useRef(props.onGo);
  go.current = props.onGo;
  const onGo = useCallback((sequence: number) => go.current(sequence), []);
  const threads = useMemo(
    () =>
      discussion.threads.flatMap(({ state, anchor }) =>
        state === 'open' && (anchor.sequence ?? 0) > 0 ? [anchor.sequence as number] : [],
      ),
    [discussion.threads],
  );
  const strip = brief.brief?.strip;
  if (!strip) return brief.isAwaited ? <div className={styles.reserved} aria-hidden /> : null;
  // One moment is no time.
  if (strip.places.length < 2) return null;
  return (
    <TimeStrip
      strip={strip}
      seen={sequenceOf(reader)}
      threads={threads}
      range={review.range}
      onGo={onGo}
      onRange={review.narrow}
    />
  );
}

/** Of the main conversation: what is selected, while it is on screen, else what is at the top. */
function sequenceOf({ review, reading, seen, list }: ReaderState): number | undefined {
  const { rows, selected } = review;
  const chosen = selected ? rows.find(selected.lane, selected.index) : -1;
  const visible = list.current?.visible();
  const isSeen = chosen >= 0 && visible && chosen >= visible.first && chosen <= visible.last + 1;
  const row = isSeen ? chosen : seen ? rows.find(seen.lane, seen.index) : -1;
  return row < 0 ? undefined : reading.model.lane(0)?.sequences[rows.mainIndex(row)];
}
