const maxRanges = 2_000;

/**
 * Marks what was found with the browser's own highlights: ranges over the text that is drawn, no elements added,
 * so every renderer stays as it is. The match that was gone to, in the entry of `current`, has its own colour. Where the
 * browser has no highlights, the finds are only counted and visited.
 */
export function paintFinds(root: HTMLElement | null, terms: readonly string[], current?: number): void {
  const registry = typeof CSS === 'undefined' ? undefined : CSS.highlights;
  if (!registry || typeof Highlight === 'undefined') return;
  registry.delete('found');
  registry.delete('found-now');
  if (!root || terms.length === 0) return;
  const ranges = rangesOf(root, terms, maxRanges);
  if (ranges.length > 0) registry.set('found', new Highlight(...ranges));
  const [range] = rangesOf(current === undefined ? null : entryElement(root, current), terms, 1);
  if (!range) return;
  const now = new Highlight(range);
  // It is one of the others too: its own colour is drawn over theirs.
  now.priority = 1;
  registry.set('found-now', now);
}

/** The entry with this event, if it is drawn. */
export const entryElement = (root: ParentNode, sequence: number): Element | null =>
  root.querySelector(`[data-testid="transcript"] article[data-sequence="${sequence}"]`);

/** Brings the first match inside an element onto the screen. `onScroll` is told before anything moves. */
export function showMatch(element: Element, terms: readonly string[], onScroll: () => void): boolean {
  const [range] = rangesOf(element, terms, 1);
  if (!range) return false;
  const list = element.closest('[data-testid="transcript"]');
  const box = range.getBoundingClientRect();
  const view = list?.getBoundingClientRect();
  // Only when it is not to be seen: what is on screen shall not jump.
  if (list && view && (box.top < view.top + 8 || box.bottom > view.bottom - 40)) {
    onScroll();
    list.scrollTop += box.top - view.top - view.height / 3;
  }
  // A long line scrolls sideways inside its own block.
  const block = range.startContainer.parentElement?.closest('pre, [role="group"]');
  if (block && box.right > block.getBoundingClientRect().right)
    block.scrollLeft += box.left - block.getBoundingClientRect().left - 80;
  return true;
}

function rangesOf(root: Element | null, terms: readonly string[], max: number): Range[] {
  if (!root) return [];
  const needles = terms.map((term) => term.toLowerCase());
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < max; node = walker.nextNode()) {
    const whole = node.nodeValue ?? '';
    const text = whole.toLowerCase();
    // Lower-casing can change lengths in rare scripts; a range past the end would throw.
    if (text.length !== whole.length) continue;
    for (const needle of needles) {
      for (
        let from = text.indexOf(needle);
        from >= 0 && ranges.length < max;
        from = text.indexOf(needle, from + needle.length)
      ) {
        const range = new Range();
        range.setStart(node, from);
        range.setEnd(node, from + needle.length);
        ranges.push(range);
      }
    }
  }
  return ranges;
}
