/**
 * Marks what was found with the browser's own highlights: ranges over the text that is drawn, no elements added,
 * so every renderer stays as it is. Where the browser has none, the finds are only counted and visited.
 */
export function paintFinds(root: HTMLElement | null, wanted: string): void {
  const registry = typeof CSS === 'undefined' ? undefined : CSS.highlights;
  if (!registry || typeof Highlight === 'undefined') return;
  registry.delete('found');
  if (!root || wanted === '') return;
  const needle = wanted.toLowerCase();
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < 2_000; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase();
    for (
      let from = text.indexOf(needle);
      from >= 0 && ranges.length < 2_000;
      from = text.indexOf(needle, from + needle.length)
    ) {
      // Lower-casing can change lengths in rare scripts; a range past the end would throw.
      if (from + needle.length > (node.nodeValue ?? '').length) break;
      const range = new Range();
      range.setStart(node, from);
      range.setEnd(node, from + needle.length);
      ranges.push(range);
    }
  }
  if (ranges.length > 0) registry.set('found', new Highlight(...ranges));
}
