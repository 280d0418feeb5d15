import { type RefObject, useEffect } from 'react';
import { paintFinds } from './paint-finds.ts';

/** Keeps what was found marked, and the match in the entry of `current`, while the list draws other rows. */
export function useMarkedFinds(
  root: RefObject<HTMLElement | null>,
  terms: readonly string[],
  current: number | undefined,
): void {
  const key = terms.join('\u0000');
  useEffect(() => {
    const element = root.current;
    const wanted = key === '' ? [] : key.split('\u0000');
    paintFinds(element, wanted, current);
    if (!element || wanted.length === 0) return;
    const repaint = new MutationObserver(() => paintFinds(element, wanted, current));
    repaint.observe(element, { childList: true, subtree: true });
    return () => {
      repaint.disconnect();
      paintFinds(null, []);
    };
  }, [root, key, current]);
}
