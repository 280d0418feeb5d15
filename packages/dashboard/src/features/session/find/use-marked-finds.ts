import { type RefObject, useEffect } from 'react';
import { paintFinds } from './paint-finds.ts';

/** Keeps what was found marked while the list draws other rows. */
export function useMarkedFinds(root: RefObject<HTMLElement | null>, terms: readonly string[]): void {
  const key = terms.join('\u0000');
  useEffect(() => {
    const element = root.current;
    const wanted = key === '' ? [] : key.split('\u0000');
    paintFinds(element, wanted);
    if (!element || wanted.length === 0) return;
    const repaint = new MutationObserver(() => paintFinds(element, wanted));
    repaint.observe(element, { childList: true, subtree: true });
    return () => {
      repaint.disconnect();
      paintFinds(null, []);
      if (typeof CSS !== 'undefined') CSS.highlights?.delete('found-now');
    };
  }, [root, key]);
}
