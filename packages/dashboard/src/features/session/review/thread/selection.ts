import type { Anchor } from '@debrief/contract';
import { partText } from '@debrief/transcript';
import type { ReadEntry } from '../../transcript/kept-entries.ts';
import { rangeInSource } from './quote.ts';

/** What is selected of a part of an entry, and what is drawn before it. */
export interface PartSelection {
  sequence: number;
  entryId: string;
  part: NonNullable<Anchor['part']>;
  path: string | undefined;
  selected: string;
  before: string;
  box: DOMRect;
}

const parts = new Set(['text', 'input', 'output', 'change']);

/** The selection, where it lies in one part of one entry inside `root`. */
export function selectionIn(root: HTMLElement | null): PartSelection | undefined {
  const selection = document.getSelection();
  if (!root || !selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const start = elementOf(range.startContainer)?.closest<HTMLElement>('[data-part]');
  if (!start || !root.contains(start) || !start.contains(range.endContainer)) return undefined;
  const article = start.closest<HTMLElement>('article[data-entry]');
  const part = start.dataset.part ?? '';
  if (!article || !parts.has(part)) return undefined;
  const { selected, before } = textsOf(start, range);
  return {
    sequence: Number(article.dataset.sequence),
    entryId: article.dataset.entry ?? '',
    part: part as PartSelection['part'],
    path: start.dataset.path,
    selected,
    before,
    box: range.getBoundingClientRect(),
  };
}

const elementOf = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement);

/** The words inside and before a range; line numbers are not part of a text. */
function textsOf(part: Element, range: Range): { selected: string; before: string } {
  let selected = '';
  let before = '';
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest('[data-number], button')) continue;
    const text = node.nodeValue ?? '';
    const from = node === range.startContainer ? range.startOffset : 0;
    const to = node === range.endContainer ? range.endOffset : text.length;
    if (range.intersectsNode(node)) {
      before += text.slice(0, from);
      selected += `${text.slice(from, to)} `;
    } else if (selected === '') before += text;
  }
  return { selected, before };
}

/** Where a comment on a selection belongs. Words that are not found in the source leave the part alone as the place. */
export function anchorOf(selection: PartSelection, entry: ReadEntry | undefined): Anchor {
  const { sequence, entryId, part, path } = selection;
  const text = entry && partText(entry, part, path);
  const range = text === undefined ? undefined : rangeInSource(text, selection.selected, selection.before);
  return { sequence, entry: entryId, part, ...(path && { path }), ...(range && { range }) };
}
