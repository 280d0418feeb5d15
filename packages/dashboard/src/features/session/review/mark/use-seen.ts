import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { sendSeen } from '../../../../api/review/review.ts';
import { placeKey } from '../../transcript/rows.ts';
import type { ListHandle } from '../../transcript/TranscriptList.tsx';
import type { SessionReading } from '../../transcript/use-reading.ts';
import type { ReadingView as View } from '../../transcript/use-review.ts';
import { markAfter, type Span, withSpan } from './read-spans.ts';
import { spanOfRow } from './row-span.ts';
import { type Drawn, mainRow, seenSpan } from './seen-rows.ts';

const tickMs = 250;
/** An entry counts as seen when its end has been on screen for this long. */
const dwellMs = 1_000;
const sendMs = 5_000;
/** Nobody sits at a page that was not touched for this long. */
const attendedMs = 120_000;

interface Reading {
  seen: number;
  spans: Span[];
  /** Since when each row has been on screen, by the place of its entry. */
  since: Map<string, number>;
  /** Places that have been for long enough. */
  places: Set<string>;
  sent: number;
  sentAt: number;
}

/** When somebody last did something on this page. */
let touchedAt = performance.now();
for (const kind of ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove']) {
  window.addEventListener(kind, () => (touchedAt = performance.now()), { capture: true, passive: true });
}

/**
 * What has been on screen for a second, without a gap, has been seen; what is folded away has not. That is the reader's alone: the server keeps it
 * for them and tells nobody; it hears of it at most every five seconds and when the page is left.
 */
export function useSeen(options: {
  sessionId: string;
  list: RefObject<ListHandle | null>;
  reading: SessionReading;
  view: View;
  /** What the server knows; undefined until it has been asked. */
  known: number | undefined;
}): { seen: number; spanAt(row: number): Span | undefined } {
  const { sessionId, known } = options;
  const [seen, setSeen] = useState(0);
  const current = useRef(options);
  current.current = options;
  const state = useRef<Reading>({
    spans: [],
    since: new Map(),
    places: new Set(),
    sent: 0,
    sentAt: 0,
    seen: 0,
  });

  useEffect(() => {
    if (known === undefined) return;
    state.current.sent = known;
    state.current.seen = Math.max(known, state.current.seen);
    setSeen(state.current.seen);
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
    if (now.seen <= now.sent) return;
    now.sent = now.seen;
    now.sentAt = performance.now();
    void sendSeen(sessionId, now.seen).catch(() => {
      // The next one says it again.
      now.sent = 0;
    });
  }, [sessionId]);

  const isKnown = known !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    const tick = () => {
      const { list, view, reading } = current.current;
      const now = state.current;
      const isAttended = document.visibilityState === 'visible' && performance.now() - touchedAt < attendedMs;
      if (!view.isFocused)
        noteSeen(now, drawnOf(view, reading), isAttended ? list.current?.visible() : undefined);
      setSeen(now.seen);
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
  }, [isKnown, send]);
  return { seen, spanAt };
}

const drawnOf = ({ rows }: View, { model }: SessionReading): Drawn => ({
  rows,
  lane: (lane) => model.lane(lane),
  foldedTo: model.reading?.foldedTo ?? 0,
  hasInner(lane, index) {
    const entry = model.entry(lane, index);
    return entry === undefined || (model.laneOf(entry.id)?.lane ?? 0) > 0;
  },
});

/** What has been on screen for long enough has been seen, with the row it stands under if that is whole then. */
function noteSeen(now: Reading, drawn: Drawn, shown: { first: number; last: number } | undefined): void {
  const { rows } = drawn;
  const at = performance.now();
  const since = new Map<string, number>();
  const changed = new Set<number>();
  for (let row = shown?.first ?? 0; shown && row <= shown.last && row < rows.count; row++) {
    const key = placeKey(rows.lanes[row] as number, rows.indexes[row] as number);
    const begun = now.since.get(key) ?? at;
    since.set(key, begun);
    if (at - begun < dwellMs) continue;
    now.places.add(key);
    changed.add(mainRow(rows, row));
  }
  for (const row of changed) {
    const index = rows.indexes[row] as number;
    const span = now.places.has(placeKey(0, index)) ? seenSpan(drawn, row, now.places) : undefined;
    if (span) now.spans = withSpan(now.spans, span);
  }
  now.since = since;
  now.seen = markAfter(now.seen, now.spans);
}
