import { type RefObject, useEffect } from 'react';
import { look } from '../../../api/review/inbox.ts';

/** The page of a session shows what was judged and asked about it. */
export const useLook = (sessionId: string): void => useEffect(() => look(sessionId), [sessionId]);

/** A thread is looked at while it is on the screen. */
export function useLookAtThread(
  card: RefObject<HTMLElement | null>,
  sessionId: string,
  threadId: string,
  isOpen: boolean,
): void {
  useEffect(() => {
    const { current } = card;
    if (!current || !isOpen) return;
    let stop: (() => void) | undefined;
    const observer = new IntersectionObserver(([entry]) => {
      stop?.();
      stop = entry?.isIntersecting ? look(sessionId, threadId) : undefined;
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      stop?.();
    };
  }, [card, sessionId, threadId, isOpen]);
}
