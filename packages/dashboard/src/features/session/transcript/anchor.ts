import type { Virtualizer } from '@tanstack/react-virtual';
import { Component, useCallback, useLayoutEffect, useRef } from 'react';
import type { Row } from './rows.ts';

interface Anchor {
  key: string;
  index: number;
  /** Where it stands on screen, from the top of the list. */
  top: number;
}

/**
 * What somebody reads stays where it is when rows above it come, go or change their height: an open sub-agent that
 * goes on working, the result of a call far up. Answers what <BeforeChange> has to call.
 */
export function useAnchor(
  list: Virtualizer<HTMLDivElement, Element>,
  rows: readonly Row[],
  isFree: boolean,
): (shown: readonly Row[]) => void {
  const anchor = useRef<Anchor>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only where other rows are shown
  useLayoutEffect(() => {
    const scroller = list.scrollElement;
    const kept = anchor.current;
    anchor.current = undefined;
    if (!isFree || !scroller || !kept) return;
    const at =
      rows[kept.index]?.key === kept.key ? kept.index : rows.findIndex(({ key }) => key === kept.key);
    const start = at < 0 ? undefined : list.measurementsCache[at]?.start;
    if (start === undefined) return;
    if (Math.abs(scroller.scrollTop - (start - kept.top)) > 1) list.scrollToOffset(start - kept.top);
  }, [rows]);

  return useCallback(
    (shown) => {
      anchor.current = list.scrollElement ? firstSeen(list.scrollElement, shown) : undefined;
    },
    [list],
  );
}

function firstSeen(scroller: HTMLElement, rows: readonly Row[]): Anchor | undefined {
  const edge = scroller.getBoundingClientRect().top;
  for (const element of scroller.querySelectorAll('[data-index]')) {
    const { top, bottom } = element.getBoundingClientRect();
    const index = Number(element.getAttribute('data-index'));
    const row = rows[index];
    if (bottom > edge && row) return { key: row.key, index, top: top - edge };
  }
  return undefined;
}

/** Calls back while the old rows are still on screen. Only a class hears of that moment. */
export class BeforeChange extends Component<{ rows: readonly Row[]; tell(shown: readonly Row[]): void }> {
  override getSnapshotBeforeUpdate(before: { rows: readonly Row[] }): null {
    if (before.rows !== this.props.rows) this.props.tell(before.rows);
    return null;
  }

  override componentDidUpdate(): void {}

  override render(): null {
    return null;
  }
}
