import { type RefObject, useEffect } from 'react';
import type { SessionReading } from './use-reading.ts';

/**
 * A link may lead to an event that the server has not folded yet. The page goes there once it is, unless the reader has
 * moved in the meantime.
 */
export function useAwaitedEvent(
  { model, start }: SessionReading,
  hasMoved: RefObject<boolean>,
  goToSequence: (sequence: number) => void,
): void {
  const awaited = start?.awaited;
  const { state, foldedTo = 0 } = model.reading ?? {};
  const isThere = awaited !== undefined && (foldedTo >= awaited || state !== 'behind');
  useEffect(() => {
    if (isThere && !hasMoved.current) goToSequence(awaited);
  }, [isThere, awaited, hasMoved, goToSequence]);
}
