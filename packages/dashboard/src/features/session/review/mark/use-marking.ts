import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { sendMark } from '../../../../api/review/review.ts';
import type { ListHandle } from '../../transcript/TranscriptList.tsx';
import type { SessionReading } from '../../transcript/use-reading.ts';
import type { ReadingView as View } from '../../transcript/use-review.ts';
import { markAfter, type Span, withSpan } from './read-spans.ts';
import { spanOfRow } from './row-span.ts';

const tickMs = 250;
/** An entry counts as read when its end has been on screen for this long. */
const dwellMs = 1_000;
const sendMs = 5_000;

interface Reading {
  mark: number;
  spans: Span[];
  /** Since when each entry has been on screen. */
  since: Map<number, number>;
  sent: number;
  sentAt: number;
  /** The rows on screen when the mark was set by hand: it stays until somebody scrolls. */
  held: string | undefined;
}

/**
 * Reading moves the mark by itself: what has been on screen for a second, without a gap. The server hears of it at
 * most every five seconds and when the page is left.
 */
export function useMarking(options: {
  sessionId: string;
  list: RefObject<ListHandle | null>;
  reading: SessionReading;
  view: View;
  /** The mark the server knows; undefined until it has been asked. */
  known: number | undefined;
}): { mark: number; note(through: number): void; spanAt(row: number): Span | undefined } {
  const { sessionId, known } = options;
  const [mark, setMark] = useState(0);
  const current = useRef(options);
  current.current = options;
  const state = useRef<Reading>({
    spans: [],
    since: new Map(),
    sent: 0,
    sentAt: 0,
    mark: 0,
    held: undefined,
  });

  useEffect(() => {
    if (known === undefined) return;
    state.current.sent = known;
    // A mark that was taken back elsewhere is lower; what was read on this screen since counts again.
    state.current.mark = Math.max(known, state.current.mark);
    setMark(state.current.mark);
  }, [known]);

  const spanAt = useCallback((row: number): Span | undefined => {
    const { view, reading } = current.current;
    const main = reading.model.lane(0);
    const foldedTo = reading.model.reading?.foldedTo ?? 0;
    return (
      main && spanOfRow(view.rows, main, row, foldedTo, (index) => view.isTurnFolded({ lane: 0, index }))
    );
  }, []);
  const send = useCallback(() => {
    const now = state.current;
    if (now.mark <= now.sent) return;
    now.sent = now.mark;
    now.sentAt = performance.now();
    void sendMark(sessionId, now.mark).catch(() => {
      // The next one says it again.
      now.sent = 0;
    });
  }, [sessionId]);

  const isKnown = known !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    const tick = () => {
      const { list, view } = current.current;
      const now = state.current;
      const seen = document.visibilityState === 'visible' ? list.current?.visible() : undefined;
      noteSeen(now, view, seen, spanAt);
      setMark(now.mark);
      if (performance.now() - now.sentAt >= sendMs) send();
    };
    const timer = setInterval(tick, tickMs);
    const onHidden = () => document.visibilityState === 'hidden' && send();
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('pagehide', send);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('pagehide', send);
      send();
    };
  }, [isKnown, send, spanAt]);

  const note = useCallback((through: number) => {
    const now = state.current;
    now.mark = through;
    now.sent = through;
    now.spans = [];
    now.since = new Map();
    const seen = current.current.list.current?.visible();
    now.held = seen && placeOf(seen);
    setMark(through);
  }, []);
  return { mark, note, spanAt };
}

const placeOf = ({ first, last }: { first: number; last: number }): string => `${first}-${last}`;

/** What has been on screen for long enough moves the mark. */
function noteSeen(
  now: Reading,
  { rows, isFocused }: View,
  seen: { first: number; last: number } | undefined,
  spanAt: (row: number) => Span | undefined,
): void {
  if (seen && now.held === placeOf(seen)) return;
  now.held = undefined;
  const at = performance.now();
  const since = new Map<number, number>();
  for (let row = seen?.first ?? 0; seen && row <= seen.last; row++) {
    if (isFocused || rows.lanes[row] !== 0) continue;
    const index = rows.indexes[row] as number;
    const begun = now.since.get(index) ?? at;
    since.set(index, begun);
    const span = at - begun >= dwellMs ? spanAt(row) : undefined;
    if (span) now.spans = withSpan(now.spans, span);
  }
  now.since = since;
  now.mark = markAfter(now.mark, now.spans);
}
