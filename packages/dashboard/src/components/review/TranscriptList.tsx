// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the transcript is scrolled by key
import type { Entry } from '@debrief/transcript';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { Row } from '../../review/rows.ts';
import { type EntryActions, EntryRow } from './EntryRow.tsx';
import styles from './TranscriptList.module.css';

export interface ListHandle {
  show(index: number, align?: 'start' | 'center' | 'auto'): void;
  toEnd(): void;
  toTop(): void;
  /** The row at the top of what is seen. */
  current(): number;
}

/** A guess until a row has been drawn; near enough that the scroll bar does not jump. */
function guess(entry: Entry | undefined, open: boolean): number {
  if (!entry) return 32;
  if (entry.kind === 'prompt' || entry.kind === 'reply')
    return 44 + Math.min(40, Math.ceil(entry.text.length / 95)) * 21;
  if (!open) return 34;
  if (entry.kind === 'plan') return 40 + entry.items.length * 22;
  if (entry.kind === 'tool' && entry.changes) return 90 + Math.min(24, entry.changes[0]?.added ?? 0) * 19;
  return 220;
}

/** Only what is on screen exists; a hundred thousand rows cost what thirty do. */
export function TranscriptList(
  props: {
    rows: Row[];
    selected: string | undefined;
    isOpen(entry: Entry): boolean;
    follow: boolean;
    onLeaveEnd(): void;
    handle: Ref<ListHandle>;
  } & EntryActions,
) {
  const { rows, isOpen, follow, onLeaveEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const entry = rows[index]?.entry;
      return guess(entry, entry !== undefined && isOpen(entry));
    },
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    paddingEnd: 120,
    paddingStart: 8,
    useFlushSync: false,
  });

  useImperativeHandle(
    props.handle,
    () => ({
      show: (index, align = 'auto') => list.scrollToIndex(index, { align }),
      toEnd: () => list.scrollToIndex(rows.length - 1, { align: 'end' }),
      toTop: () => list.scrollToOffset(0),
      current: () => {
        const offset = list.scrollOffset ?? 0;
        return list.getVirtualItems().find((item) => item.end > offset + 8)?.index ?? 0;
      },
    }),
    [list, rows.length],
  );

  useEffect(() => {
    if (follow && rows.length > 0) list.scrollToIndex(rows.length - 1, { align: 'end' });
  }, [follow, rows, list]);

  return (
    <section
      className={styles.scroller}
      ref={scroller}
      tabIndex={0}
      aria-label="Transcript"
      data-testid="transcript"
      onWheel={(event) => event.deltaY < 0 && onLeaveEnd()}
      onTouchMove={onLeaveEnd}
    >
      <div className={styles.space} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <div
                key={item.key}
                ref={list.measureElement}
                data-index={item.index}
                className={styles.item}
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <EntryRow
                  entry={row.entry}
                  depth={row.depth}
                  open={isOpen(row.entry)}
                  selected={row.key === props.selected}
                  onSelect={props.onSelect}
                  onToggle={props.onToggle}
                  onRaw={props.onRaw}
                  onLink={props.onLink}
                />
              </div>
            )
          );
        })}
      </div>
    </section>
  );
}
