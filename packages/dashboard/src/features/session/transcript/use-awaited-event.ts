import { useCallback, useEffect, useState } from 'react';
import type { SessionReading } from './use-reading.ts';

/**
 * A link may lead to an event that the server has not folded yet. The page goes there once it is, unless the reader has
 * gone somewhere else in the meantime. Answers what ends the waiting.
 */
export function useAwaitedEvent(
  reading: SessionReading,
  goToSequence: (sequence: number) => void,
): () => void {
  const [isOver, setOver] = useState(false);
  const { model, start } = reading;
  const awaited = isOver ? undefined : start?.awaited;
  const { state, foldedTo = 0 } = model.reading ?? {};
  const isThere = awaited !== undefined && (foldedTo >= awaited || state !== 'behind');
  useEffect(() => {
    if (!isThere) return;
    setOver(true);
    goToSequence(awaited);
  }, [isThere, awaited, goToSequence]);
  return useCallback(() => setOver(true), []);
}
