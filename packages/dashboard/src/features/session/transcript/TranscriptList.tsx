// biome-ignore-all lint/a11y/noNoninteractiveTabindex: the transcript is scrolled by key
import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { count } from '../../../ui/format.ts';
import { type EntryActions, EntryRow } from '../entry/EntryRow.tsx';
import { RunLine } from '../entry/fold/RunLine.tsx';
import { TurnLine } from '../entry/fold/TurnLine.tsx';
import { EntryThreads, SessionThreads } from '../review/thread/EntryThreads.tsx';
import { isBlank } from './entries.ts';
import type { ReadEntry } from './kept-entries.ts';
import type { Rows } from './rows.ts';
import { useVirtualRows, type VirtualRows } from './scroll/use-virtual-rows.ts';
import type { LaneSkeleton } from './skeleton.ts';
import styles from './TranscriptList.module.css';
import type { EntryPlace } from './transcript-model.ts';
import type { SessionReading } from './use-reading.ts';
import type { ReadingView } from './use-review.ts';

export interface ListHandle {
  show(row: number, align: 'start' | 'auto'): void;
  toEnd(): void;
  toTop(): void;
  top(): EntryPlace | undefined;
  /** Brings what is drawn inside a row onto the screen and keeps it there. Says whether it was there already. */
  showInside(part: Range | Element): boolean;
  /** The rows whose end is on screen. */
  visible(): { first: number; last: number } | undefined;
}

const settleMs = 120;
const seenMs = 300;

/** Only what is on screen exists; a million rows cost what thirty do. */
export function TranscriptList(
  props: {
    reading: SessionReading;
    review: ReadingView;
    /** What is at the top at first; the beginning where there is none. */
    opening: EntryPlace | undefined;
    isFollowing: boolean;
    /** Somebody took over: wheel, touch, pointer or key. */
    onInteract(): void;
    /** Somebody scrolls, and so reads. */
    onRead(): void;
    /** Entries that came since the end was left. */
    fresh: number;
    onFollow(): void;
    /** The entry at the top of the screen, when scrolling has settled. */
    onSeen(place: EntryPlace): void;
    handle: Ref<ListHandle>;
    /** How far the reader has reviewed; 0 for nothing yet. */
    mark: number;
  } & EntryActions,
) {
  const { reading, review } = props;
  const { model } = reading;
  const { rows } = review;
  const scroller = useRef<HTMLElement>(null);
  const list = useVirtualRows({
    scroller,
    rows,
    lane: model.lane,
    choice: review.choice,
    opening: props.opening,
    isFollowing: props.isFollowing,
  });
  useWantedEntries(list, props);
  useImperativeHandle(
    props.handle,
    () => ({
      show: list.goTo,
      toEnd: list.toEnd,
      toTop: list.toTop,
      top: list.top,
      showInside: list.goInside,
      visible: list.visible,
    }),
    [list.goTo, list.toEnd, list.toTop, list.top, list.goInside, list.visible],
  );
  const onInteract = ({ type }: { type: string }) => {
    list.letGo();
    props.onInteract();
    // What is pressed has to stay where it is.
    if (type !== 'pointerdown') props.onRead();
  };
  const actions = useStableActions(props);
  const markedRow = useMarkedRow(rows, model.lane(0), props.mark);
  const drawn: number[] = [];
  for (let row = list.first; row <= list.last && row < rows.count; row++) drawn.push(row);
  return (
    <>
      <section
        className={styles.scroller}
        ref={scroller}
        tabIndex={0}
        aria-label="Transcript"
        data-testid="transcript"
        onScroll={list.onScroll}
        onWheel={onInteract}
        onTouchMove={onInteract}
        onPointerDown={onInteract}
        onKeyDown={onInteract}
      >
        <div className={styles.space} style={{ height: list.scroll.scrollHeight + 120 }}>
          {drawn.map((row) => (
            <Item
              key={`${rows.lanes[row]}:${rows.indexes[row]}`}
              row={row}
              list={list}
              reading={reading}
              review={review}
              actions={actions}
              isMarked={row === markedRow}
            />
          ))}
        </div>
      </section>
      {props.fresh > 0 && !props.isFollowing && (
        <Button
          className={styles.fresh}
          size="compact-sm"
          radius="xl"
          rightSection={<IconArrowDown size={14} />}
          onClick={props.onFollow}
        >
          {count(props.fresh)} new
        </Button>
      )}
    </>
  );
}

/** The last row of the main conversation that begins at or before the mark, where something comes after it. */
function useMarkedRow(rows: Rows, main: LaneSkeleton | undefined, mark: number): number {
  return useMemo(() => {
    if (!main || mark === 0) return -1;
    let last = -1;
    for (let row = 0; row < rows.count; row++) {
      if (rows.lanes[row] !== 0) continue;
      const sequence = main.sequences[rows.indexes[row] as number] as number;
      if (sequence > mark) return last;
      if (sequence > 0) last = row;
    }
    return -1;
  }, [rows, main, mark]);
}

/** The same functions for as long as the list lives: a row is drawn anew only when it is another one. */
function useStableActions(given: EntryActions): EntryActions {
  const current = useRef(given);
  current.current = given;
  return useMemo(
    () => ({
      onSelect: (entry, place) => current.current.onSelect(entry, place),
      onToggle: (entry, place) => current.current.onToggle(entry, place),
      onRaw: (entry) => current.current.onRaw(entry),
      onLink: (entry) => current.current.onLink(entry),
      onComment: (entry) => current.current.onComment(entry),
      onWhole: (entry) => current.current.onWhole(entry),
    }),
    [],
  );
}

interface ItemProps {
  row: number;
  list: VirtualRows;
  reading: SessionReading;
  review: ReadingView;
  actions: EntryActions;
  /** The reader has reviewed to the end of this row. */
  isMarked: boolean;
}

function Item({ row, list, review, reading, actions, isMarked }: ItemProps) {
  const { rows } = review;
  const lane = rows.lanes[row] as number;
  const index = rows.indexes[row] as number;
  const place = useMemo((): EntryPlace => ({ lane, index }), [lane, index]);
  const entry: ReadEntry | undefined = reading.model.entry(place.lane, place.index);
  const style = { transform: `translateY(${list.topOf(row)}px)` };
  if (!entry)
    return (
      <div
        className={styles.ghost}
        data-ghost
        data-row={row}
        aria-hidden
        style={{ ...style, height: list.scroll.heights.height(row) }}
      />
    );
  const isSelected = review.selected?.lane === place.lane && review.selected.index === place.index;
  const isFolded = review.isTurnFolded(place);
  const run = rows.run(row);
  return (
    <div ref={list.measure} data-row={row} className={styles.item} style={style}>
      {row === 0 && <SessionThreads />}
      {run && (
        <RunLine
          entry={entry}
          run={run}
          depth={rows.depths[row] as number}
          selected={isSelected && !run.isOpen}
          onToggle={() => review.toggleRun(place)}
        />
      )}
      {!isBlank(entry) && run?.isOpen !== false && (
        <EntryRow
          entry={entry}
          place={place}
          depth={rows.depths[row] as number}
          open={review.isOpen(entry, place)}
          selected={isSelected}
          lane={entry.kind === 'subagent' ? reading.model.laneOf(entry.id) : undefined}
          skeleton={entry.kind === 'subagent' ? laneSkeleton(reading, entry.id) : undefined}
          onSelect={actions.onSelect}
          onToggle={actions.onToggle}
          onRaw={actions.onRaw}
          onLink={actions.onLink}
          onComment={actions.onComment}
          onWhole={actions.onWhole}
        />
      )}
      {entry.kind === 'prompt' && place.lane === 0 && isFolded && (
        <TurnLine turn={reading.model.turnOfPrompt(place.index)} onOpen={() => review.toggleTurn(place)} />
      )}
      <EntryThreads entry={entry} />
      {isMarked && <div className={styles.mark} title="You have reviewed to here" data-testid="mark-line" />}
    </div>
  );
}

const laneSkeleton = ({ model }: SessionReading, entryId: string) => {
  const lane = model.laneOf(entryId);
  return lane && model.lane(lane.lane);
};

/** Asks for what is on screen once scrolling has settled, and says what is at its top. */
function useWantedEntries(
  list: VirtualRows,
  {
    reading,
    review,
    onSeen,
  }: { reading: SessionReading; review: ReadingView; onSeen(place: EntryPlace): void },
): void {
  const { first, last } = list;
  const { rows } = review;
  const { model, version } = reading;
  const settled = useRef(0);
  const tell = useRef(onSeen);
  tell.current = onSeen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` moves when entries came, and the next are asked for
  useEffect(() => {
    const ask = () => {
      settled.current = performance.now();
      const wanted: EntryPlace[] = [];
      for (let row = first; row <= last && row < rows.count; row++)
        wanted.push({ lane: rows.lanes[row] as number, index: rows.indexes[row] as number });
      model.want(wanted);
    };
    // The first screen is not waited for; a wheel that is still turning is.
    if (performance.now() - settled.current > 2 * settleMs) {
      ask();
      return;
    }
    const timer = setTimeout(ask, settleMs);
    return () => clearTimeout(timer);
  }, [model, version, rows, first, last]);
  const top = list.top();
  const key = top && `${top.lane}:${top.index}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says where
  useEffect(() => {
    if (!top) return;
    const timer = setTimeout(() => tell.current(top), seenMs);
    return () => clearTimeout(timer);
  }, [key]);
}
