import { useEffect, useRef } from 'react';
import { shownTheme } from '../../../ui/theme/theme.ts';
import { useObservable } from '../../../use-observable.ts';
import { useDiscussion } from '../review/thread/discussion.ts';
import { threadRows } from '../review/thread/thread-rows.ts';
import styles from './MiniMap.module.css';
import type { Rows } from './rows.ts';
import type { VirtualRows } from './scroll/use-virtual-rows.ts';
import { kindCode, type LaneSkeleton } from './skeleton.ts';
import type { SessionReading } from './use-reading.ts';

/** Of two marks at the same height the later one here is seen. */
const marks = [
  { name: 'prompt', colour: '--d-line-strong' },
  { name: 'edit', colour: '--d-green' },
  { name: 'decision', colour: '--d-amber' },
  { name: 'error', colour: '--d-red' },
  { name: 'thread', colour: '--d-accent' },
] as const;
const prompt = kindCode('prompt');
const thread = marks.length - 1;
const drawAfterMs = 50;

/** Where in the session errors, edits, decisions and open threads are, beside the scroll bar. A click goes there. */
export function MiniMap(props: {
  reading: SessionReading;
  rows: Rows;
  list: VirtualRows;
  onGo(row: number): void;
}) {
  const { rows, list, reading } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useObservable(shownTheme);
  const { model, shape } = reading;
  const { heights } = list.scroll;
  const { threads } = useDiscussion();
  const draw = (element: HTMLCanvasElement | null) => {
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const { clientHeight: height, clientWidth: width } = element;
    element.height = height;
    element.width = width;
    const style = getComputedStyle(element);
    const scale = height / Math.max(1, heights.total);
    const drawn = marks.map(() => new Uint8Array(height + 1));
    let lane: LaneSkeleton | undefined;
    let laneNumber = -1;
    for (let row = 0; row < rows.count; row++) {
      if (rows.lanes[row] !== laneNumber) {
        laneNumber = rows.lanes[row] as number;
        lane = model.lane(laneNumber);
      }
      const index = rows.indexes[row] as number;
      // Most rows of a long session have no mark, which is seen at a glance.
      if (!lane || (lane.flags[index] === 0 && lane.kinds[index] !== prompt)) continue;
      const mark = lane.has(index, 'error')
        ? 3
        : lane.has(index, 'denied') || lane.has(index, 'decision')
          ? 2
          : lane.has(index, 'edit')
            ? 1
            : lane.kinds[index] === prompt
              ? 0
              : -1;
      if (mark >= 0) (drawn[mark] as Uint8Array)[Math.round(heights.offset(row) * scale)] = 1;
    }
    const sequence = (row: number) =>
      model.lane(rows.lanes[row] as number)?.sequences[rows.indexes[row] as number] ?? 0;
    for (const row of threadRows({ count: rows.count, lanes: rows.lanes, sequence }, threads)) {
      (drawn[thread] as Uint8Array)[Math.round(heights.offset(row) * scale)] = 1;
    }
    context.clearRect(0, 0, width, height);
    drawn.forEach((column, mark) => {
      context.fillStyle = style.getPropertyValue(marks[mark]?.colour ?? '');
      for (let y = 0; y < height; y++) if (column[y]) context.fillRect(0, y, width, mark === thread ? 4 : 2);
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew when rows, their heights or the colours change
  useEffect(() => {
    // The text comes first; of many changes at once only the last is drawn.
    const timer = setTimeout(() => draw(canvas.current), drawAfterMs);
    return () => clearTimeout(timer);
  }, [model, shape, rows, heights, theme, threads]);
  return (
    <canvas
      ref={canvas}
      className={styles.map}
      aria-hidden
      title="Prompts, edits (green), decisions (amber), errors (red) and open threads (blue)"
      onPointerDown={(event) => {
        const { top, height } = event.currentTarget.getBoundingClientRect();
        props.onGo(heights.rowAt(((event.clientY - top) / height) * heights.total));
      }}
    />
  );
}
