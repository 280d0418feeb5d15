import { useEffect, useRef } from 'react';

/** Letters typed into a field belong to the field. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/**
 * While a dialog or a menu is open, the page under it does not listen. Looked at before anybody else hears the
 * key: the Escape that closes a dialog must not also leave the page.
 */
let dialogWasOpen = false;
window.addEventListener(
  'keydown',
  () => {
    dialogWasOpen = document.querySelector('[role="dialog"], [role="menu"]') !== null;
  },
  { capture: true },
);

/** Enter on a link or a button is that link's or button's, wherever it is on the page. */
const isPressing = ({ key, target }: KeyboardEvent): boolean =>
  key === 'Enter' &&
  target instanceof Element &&
  target.closest('a, button, summary, [role="button"], [role="option"], [role="menuitem"]') !== null;

/** How the key that opens the palette is written on this machine. */
export const paletteKey = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘K' : 'Ctrl K';

export type KeyMap = Record<string, (event: KeyboardEvent) => void>;

/**
 * Plain keys of a page, by `event.key` (so `?` and `G` are what was typed, on any layout); two keys in a row
 * as `g s`. A combination with Ctrl, Alt or Meta is never taken.
 */
export function useKeys(map: KeyMap, enabled = true): void {
  const current = useRef(map);
  current.current = map;
  useEffect(() => {
    if (!enabled) return;
    let before = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || isPressing(event) || dialogWasOpen) return;
      const pair = before ? `${before} ${event.key}` : '';
      const act = (pair && current.current[pair]) || (!before && current.current[event.key]) || undefined;
      before = '';
      clearTimeout(timer);
      if (act) {
        event.preventDefault();
        act(event);
      } else if (Object.keys(current.current).some((key) => key.startsWith(`${event.key} `))) {
        before = event.key;
        timer = setTimeout(() => {
          before = '';
        }, 800);
      }
    };
    window.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', onKey);
    };
  }, [enabled]);
}
