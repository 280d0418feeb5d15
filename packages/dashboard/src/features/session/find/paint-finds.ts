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

/** The first match inside an element that is drawn. */
export const matchIn = (element: Element, terms: readonly string[]): Range | undefined =>
  rangesOf(element, terms, 1)[0];

/** A long line scrolls sideways inside its own block. */
export function scrollSideways(match: Range): void {
  const block = match.startContainer.parentElement?.closest('pre, [role="group"]');
  const { left, right } = match.getBoundingClientRect();
  if (block && right > block.getBoundingClientRect().right)
    block.scrollLeft += left - block.getBoundingClientRect().left - 80;
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
