import { useLayoutEffect, useRef } from 'react';

const isBox = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'checkbox';

/** Letters typed into a field belong to the field; a box takes none. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  !isBox(target) &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/**
 * While a dialog or a menu is open, the page under it does not listen. Looked at before anybody else hears the
 * key: the Escape that closes a dialog must not also leave the page.
 */
let dialogWasOpen = false;

/** First keys of pairs (`g s`) that any part of the page listens for, with how many do. */
const firstKeys = new Map<string, number>();
/** The first key of a pair, while the second is waited for. */
let pending: { key: string; at: number } | undefined;
/** What the key that is being pressed is the second of. One for all listeners: `k` of `g k` is nobody's `k`. */
let pairOf = '';
const pairMs = 800;

window.addEventListener(
  'keydown',
  (event) => {
    dialogWasOpen = document.querySelector('[role="dialog"], [role="menu"]') !== null;
    pairOf = pending && performance.now() - pending.at < pairMs ? pending.key : '';
    const isFree = !isTyping(event.target) && !dialogWasOpen && !hasModifier(event);
    pending =
      pairOf === '' && isFree && firstKeys.has(event.key)
        ? { key: event.key, at: performance.now() }
        : undefined;
  },
  { capture: true },
);

const hasModifier = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey;

/** Enter on a link or a button is that link's or button's, wherever it is on the page; so is the space bar on a box. */
const isPressing = ({ key, target }: KeyboardEvent): boolean =>
  (key === ' ' && isBox(target)) ||
  (key === 'Enter' &&
    target instanceof Element &&
    target.closest('a, button, summary, [role="button"], [role="option"], [role="menuitem"]') !== null);

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
  // Before the page is seen: whoever sees it may press a key at once.
  useLayoutEffect(() => {
    if (!enabled) return;
    const onKey = (event: KeyboardEvent) => {
      if (hasModifier(event) || event.defaultPrevented) return;
      if (isTyping(event.target) || isPressing(event) || dialogWasOpen) return;
      const act = current.current[pairOf ? `${pairOf} ${event.key}` : event.key];
      if (!act) return;
      event.preventDefault();
      act(event);
    };
    const first = Object.keys(current.current).flatMap((key) => (key.includes(' ') ? key.slice(0, 1) : []));
    for (const key of first) firstKeys.set(key, (firstKeys.get(key) ?? 0) + 1);
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      for (const key of first) {
        const left = (firstKeys.get(key) ?? 1) - 1;
        if (left > 0) firstKeys.set(key, left);
        else firstKeys.delete(key);
      }
    };
  }, [enabled]);
}
