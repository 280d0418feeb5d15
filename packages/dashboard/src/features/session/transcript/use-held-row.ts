import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Row } from './rows.ts';

/** A row somebody asked to see; a new object each time they ask. */
export interface Held {
  key: string;
}

const lookEveryMs = 300;
const quietLooks = 4;
const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta']);

/**
 * Keeps a row at the top of the list until it is really drawn there and nothing around it moves any more. One call
 * of `scrollToIndex` is not enough: rows still being read, a drawing that lags behind and heights still being
 * measured carry the row away again. Whoever scrolls, touches the list or presses a key takes over at once.
 */
export function useHeldRow(
  list: Virtualizer<HTMLDivElement, Element>,
  rows: readonly Row[],
  held: Held | undefined,
  release: () => void,
): void {
  const index = useRef(-1);
  /** Brings the row to its place; true when it already is there. */
  const keep = useRef((): boolean => true);
  keep.current = () => {
    const scroller = list.scrollElement;
    if (!held || !scroller) return false;
    if (rows[index.current]?.key !== held.key) index.current = rows.findIndex((row) => row.key === held.key);
    const target = index.current < 0 ? undefined : list.getOffsetForIndex(index.current, 'start')?.[0];
    if (target === undefined) return false;
    if (Math.abs(scroller.scrollTop - target) <= 1.5)
      return scroller.querySelector(`[data-index="${index.current}"]`) !== null;
    list.scrollToIndex(index.current, { align: 'start' });
    return false;
  };
  const letGo = useRef(release);
  letGo.current = release;

  // Every drawing: the list draws anew whenever rows, heights or the position change.
  useLayoutEffect(() => void keep.current());

  useEffect(() => {
    const scroller = list.scrollElement;
    if (!held || !scroller) return;
    let quiet = 0;
    let height = -1;
    const timer = setInterval(() => {
      const isThere = keep.current();
      quiet = isThere && list.getTotalSize() === height ? quiet + 1 : 0;
      height = list.getTotalSize();
      if (quiet >= quietLooks) letGo.current();
    }, lookEveryMs);
    const takeOver = () => letGo.current();
    const onKey = (event: KeyboardEvent) => !modifiers.has(event.key) && takeOver();
    const gestures = ['wheel', 'touchmove', 'pointerdown'] as const;
    for (const gesture of gestures) scroller.addEventListener(gesture, takeOver, { passive: true });
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      clearInterval(timer);
      for (const gesture of gestures) scroller.removeEventListener(gesture, takeOver);
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [held, list]);
}
