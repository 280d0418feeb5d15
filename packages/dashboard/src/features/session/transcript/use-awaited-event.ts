import { type RefObject, useEffect } from 'react';
import { pause } from '../../../api/retry.ts';
import type { SessionReading } from './use-reading.ts';

const againMs = 1_000;
const maxTries = 10;

/**
 * A link may lead to an event that the server has not folded yet. The page goes there once it is, unless the reader has
 * moved in the meantime.
 */
export function useAwaitedEvent(
  { model, start }: SessionReading,
  hasMoved: RefObject<boolean>,
  goToSequence: (sequence: number) => Promise<boolean>,
): void {
  const awaited = start?.awaited;
  const { state, foldedTo = 0 } = model.reading ?? {};
  const isThere = awaited !== undefined && (foldedTo >= awaited || state !== 'behind');
  useEffect(() => {
    if (!isThere) return;
    const stop = new AbortController();
    const go = async () => {
      // The stream may tell of an event before whoever answers can show it.
      for (let tries = 0; tries < maxTries && !stop.signal.aborted && !hasMoved.current; tries++) {
        if (await goToSequence(awaited)) return;
        await pause(againMs, stop.signal);
      }
    };
    void go();
    return () => stop.abort();
  }, [isThere, awaited, hasMoved, goToSequence]);
}
