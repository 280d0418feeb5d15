import {
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react';
import type { Rows } from '../rows.ts';
import type { LaneSkeleton } from '../skeleton.ts';
import type { EntryPlace } from '../transcript-model.ts';
import { MeasuredHeights } from './measured-heights.ts';
import { RowEstimates } from './row-estimates.ts';
import { heightsOf, RowHeights } from './row-heights.ts';
import { VirtualScroll } from './virtual-scroll.ts';

/** Rows that are drawn beyond the screen; of the first screen fewer, which is seen the sooner. */
const [overscanAtFirst, overscanLater] = [1, 6];

export interface VirtualRows {
  scroll: VirtualScroll;
  first: number;
  last: number;
  /** Where a row is drawn inside the scrolled element. */
  topOf(row: number): number;
  /** For every row that is drawn. */
  measure(element: Element | null): void;
  onScroll(): void;
  /** Goes to a row and keeps it there while heights around it are still being measured. */
  goTo(row: number, align: 'start' | 'auto'): void;
  /** The same for what is drawn inside a row. Says whether it is there already, and nothing moves then. */
  goInside(part: Range | Element): boolean;
  toEnd(): void;
  toTop(): void;
  /** Forgets what was gone to: somebody scrolls by hand. */
  letGo(): void;
  /** The entry at the top of what is seen. */
  top(): EntryPlace | undefined;
  /** The rows whose end is on screen. */
  visible(): { first: number; last: number } | undefined;
}

/** The rows that are on screen, out of any number. What somebody reads stays where it is when rows around it change. */
// Long because measuring, scrolling and keeping the place work on the same few references.
export function useVirtualRows(options: {
  scroller: RefObject<HTMLElement | null>;
  rows: Rows;
  lane(lane: number): LaneSkeleton | undefined;
  /** Changes when everything is opened or folded: remembered heights are void then. */
  choice: unknown;
  /** What is at the top when the list is drawn first. */
  opening: EntryPlace | undefined;
  isFollowing: boolean;
}): VirtualRows {
  const { scroller, rows, lane, isFollowing } = options;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const overscan = useDeferredValue(overscanLater, overscanAtFirst);
  const estimates = useMemo(() => new RowEstimates(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice makes every remembered height void
  const measured = useMemo(() => new MeasuredHeights(), [options.choice]);
  const heights = useMemo(
    () => new RowHeights(heightsOf(rows, lane, measured, estimates)),
    [rows, lane, measured, estimates],
  );
  const state = useRef<State>(undefined);
  state.current ??= openedAt(options.opening, heights, rows);
  const now = state.current;
  const isMoved = useRef(true);
  const following = useRef(isFollowing);
  following.current = isFollowing;
  if (now.scroll.heights !== heights) {
    now.scroll.heights = heights;
    now.rows = rows;
    isMoved.current = true;
    restoreOffset(now);
  }

  const apply = useCallback(
    (top: number) => {
      const element = scroller.current;
      if (!element) return;
      element.scrollTop = top;
      state.current?.scroll.settledAt(element.scrollTop);
    },
    [scroller],
  );

  useLayoutEffect(() => {
    if (!isMoved.current || !scroller.current) return;
    isMoved.current = false;
    const isLower = now.scroll.viewport < scroller.current.clientHeight;
    now.scroll.viewport = scroller.current.clientHeight;
    // Before it is seen: there is room for more rows than were drawn.
    if (isLower) redraw();
    if (isFollowing) apply(now.scroll.moveTo(now.scroll.heights.total));
    else {
      restoreOffset(now);
      apply(now.scroll.moveTo(now.scroll.offset));
    }
  });

  useEffect(() => {
    if (!isFollowing) return;
    isMoved.current = true;
    delete now.pin;
    redraw();
  }, [isFollowing, now]);

  /** Says whether the row had another height. */
  const setHeight = useCallback(
    (item: HTMLElement, height: number): boolean => {
      const { scroll, rows: shown } = state.current as State;
      const row = Number(item.dataset.row);
      const at = shown.lanes[row] as number;
      const index = shown.indexes[row] as number;
      const skeleton = lane(at);
      measured.set(at, index, skeleton?.length ?? 0, height);
      estimates.learn(skeleton?.kinds[index] ?? 0, height);
      return scroll.heights.set(row, height) !== 0;
    },
    [lane, measured, estimates],
  );
  const observer = useMemo(
    () =>
      new ResizeObserver((changes) => {
        let isChanged = false;
        for (const { target, borderBoxSize } of changes) {
          const item = target as HTMLElement;
          if (!item.isConnected || item.dataset.ghost !== undefined) continue;
          if (setHeight(item, borderBoxSize[0]?.blockSize ?? 0)) isChanged = true;
        }
        if (!isChanged) return;
        isMoved.current = true;
        redraw();
      }),
    [setHeight],
  );
  useEffect(() => () => observer.disconnect(), [observer]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let top = element.getBoundingClientRect().top;
    const resized = new ResizeObserver(() => {
      const before = top;
      top = element.getBoundingClientRect().top;
      const { scroll, pin } = state.current as State;
      // What came or went above the list moves the list, and not what somebody reads in it. Its first row stays whole.
      if (!pin && !following.current && scroll.offset > 0 && top !== before) {
        scroll.viewport = element.clientHeight;
        apply(scroll.moveTo(scroll.offset + top - before));
        noteAnchor(state.current as State);
      }
      isMoved.current = true;
      redraw();
    });
    resized.observe(element);
    return () => resized.disconnect();
  }, [scroller, apply]);

  const placeOf = (row: number): EntryPlace => ({
    lane: now.rows.lanes[row] as number,
    index: now.rows.indexes[row] as number,
  });
  const hold = (place: EntryPlace, delta: number) => {
    now.pin = place;
    now.anchor = { ...place, delta };
    isMoved.current = true;
    redraw();
  };
  const { first, last } = now.scroll.range(overscan);
  return {
    scroll: now.scroll,
    first,
    last,
    topOf: (row) => now.scroll.heights.offset(row) - now.scroll.shift,
    measure: useCallback(
      (element: Element | null) => {
        if (!element) return;
        observer.observe(element);
        return () => observer.unobserve(element);
      },
      [observer],
    ),
    onScroll() {
      const element = scroller.current;
      if (!element) return;
      const { shift } = now.scroll;
      const corrected = now.scroll.onScroll(element.scrollTop);
      if (corrected !== undefined) apply(corrected);
      noteAnchor(now);
      // The browser moves what is drawn; only other rows have to be drawn.
      const range = now.scroll.range(overscan);
      const isSame = range.first === first && range.last === last && now.scroll.shift === shift;
      if (!isSame || corrected !== undefined) redraw();
    },
    goTo(row, align) {
      const place = placeOf(row);
      const start = now.scroll.heights.offset(row);
      const isSeen =
        start >= now.scroll.offset &&
        start + now.scroll.heights.height(row) <= now.scroll.offset + now.scroll.viewport;
      if (align === 'auto' && isSeen) return;
      const isBelow = align === 'auto' && start > now.scroll.offset;
      const room = isBelow
        ? Math.max(0, now.scroll.viewport - now.scroll.heights.height(row) - 24)
        : roomAbove;
      hold(place, -room);
    },
    goInside(part) {
      const element = part instanceof Range ? part.startContainer.parentElement : part;
      const item = element?.closest<HTMLElement>('[data-row]');
      const view = scroller.current?.getBoundingClientRect();
      if (!item || !view) return false;
      const box = part.getBoundingClientRect();
      if (box.top >= view.top + roomAbove && box.bottom <= view.bottom - roomBelow) return true;
      const { top, height } = item.getBoundingClientRect();
      // The row may just have been opened. The list would look for the place in other rows if it did not know its height.
      setHeight(item, height);
      const row = Number(item.dataset.row);
      const place = placeOf(row);
      const delta = box.top - top - view.height / 3;
      // At the end of the list, or where it is higher than the screen, it comes no closer.
      const { pin, anchor } = now;
      if (pin?.lane === place.lane && pin.index === place.index && Math.abs(anchor.delta - delta) < 1)
        return true;
      hold(place, delta);
      return false;
    },
    toEnd() {
      delete now.pin;
      apply(now.scroll.moveTo(now.scroll.heights.total));
      noteAnchor(now);
      redraw();
    },
    toTop() {
      delete now.pin;
      apply(now.scroll.moveTo(0));
      noteAnchor(now);
      redraw();
    },
    letGo() {
      delete now.pin;
    },
    visible() {
      const { heights, offset, viewport } = now.scroll;
      if (now.rows.count === 0) return undefined;
      const first = heights.rowAt(offset);
      const below = heights.rowAt(offset + viewport);
      const isWhole = heights.offset(below) + heights.height(below) <= offset + viewport;
      const last = Math.min(now.rows.count - 1, isWhole ? below : below - 1);
      return last < first ? undefined : { first, last };
    },
    top() {
      const { row } = now.scroll.anchor();
      return row < now.rows.count ? placeOf(row) : undefined;
    },
  };
}

interface State {
  scroll: VirtualScroll;
  rows: Rows;
  anchor: EntryPlace & { delta: number };
  pin?: EntryPlace;
}

/** The space above a row that was gone to. */
const roomAbove = 8;
/** What is closer to the lower end is hard to read. */
const roomBelow = 40;

function openedAt(place: EntryPlace | undefined, heights: RowHeights, rows: Rows): State {
  const opened: State = {
    scroll: new VirtualScroll(heights),
    rows,
    anchor: place ? { ...place, delta: -roomAbove } : { lane: 0, index: 0, delta: 0 },
    ...(place && { pin: place }),
  };
  restoreOffset(opened);
  return opened;
}

/** What was at the top is at the top again, also among other rows. */
function restoreOffset({ scroll, rows, anchor }: State): void {
  const row = rows.find(anchor.lane, anchor.index);
  if (row < 0) return;
  scroll.offset = Math.max(0, scroll.heights.offset(row) + anchor.delta);
}

function noteAnchor(state: State): void {
  // While a row is held, what moves the list is the measuring around it, and not a person.
  if (state.pin) return;
  const { row, delta } = state.scroll.anchor();
  if (row >= state.rows.count) return;
  state.anchor = {
    lane: state.rows.lanes[row] as number,
    index: state.rows.indexes[row] as number,
    delta,
  };
}
