// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the transcript is scrolled by key
import type { Entry } from '@debrief/transcript';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type EntryActions, EntryRow } from '../entry/EntryRow.tsx';
import { BeforeChange, useAnchor } from './anchor.ts';
import { RowSizes } from './row-size.ts';
import type { Row } from './rows.ts';
import styles from './TranscriptList.module.css';
import { type Held, useHeldRow } from './use-held-row.ts';

export interface ListHandle {
  show(index: number, align?: 'start' | 'center' | 'auto'): void;
  toEnd(): void;
  toTop(): void;
  /** The row at the top of what is seen. */
  current(): number;
}

/** Only what is on screen exists; a hundred thousand rows cost what thirty do. */
export function TranscriptList(
  props: {
    rows: Row[];
    selected: string | undefined;
    isOpen(entry: Entry): boolean;
    /** Changes when other rows are chosen, and not when more come. */
    choice: unknown;
    follow: boolean;
    onLeaveEnd(): void;
    held: Held | undefined;
    onRelease(): void;
    handle: Ref<ListHandle>;
  } & EntryActions,
) {
  const { rows, isOpen, follow, onLeaveEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [sizes] = useState(() => new RowSizes());
  const shapes = useMemo(
    () => Int32Array.from(rows, ({ entry }) => sizes.shape(entry, isOpen(entry))),
    [rows, isOpen, sizes],
  );
  const estimateSize = useCallback((index: number) => sizes.size(shapes[index] ?? -1), [shapes, sizes]);
  const measureElement = (element: Element) => {
    const size = element.getBoundingClientRect().height;
    const shape = shapes[Number(element.getAttribute('data-index'))];
    if (shape !== undefined) sizes.learn(shape, size);
    return size;
  };
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    measureElement,
    overscan: 6,
    paddingEnd: 120,
    paddingStart: 8,
    useFlushSync: false,
  });

  // Sizes are kept by position; another choice of rows puts other entries there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the choice changes, not when rows are added
  useLayoutEffect(() => list.measure(), [props.choice]);
  const beforeChange = useAnchor(list, rows, !follow && !props.held);
  useHeldRow(list, rows, props.held, props.onRelease);

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
      <BeforeChange rows={rows} tell={beforeChange} />
      <div className={styles.space} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return (
            row && (
              <div
                key={row.key}
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
