import type { RefObject } from 'react';
import type { ReadEntry } from '../../transcript/kept-entries.ts';
import type { ReaderState } from '../../use-reader.ts';
import type { Discussion } from './discussion.ts';
import { anchorOf, selectionIn } from './selection.ts';

/** Begins a comment: on the words that are selected, else on the entry that is, else on the session. */
export function useCommentHere(
  reader: ReaderState,
  discussion: Discussion,
  root: RefObject<HTMLElement | null>,
) {
  return (entry: ReadEntry | undefined = reader.selectedEntry): void => {
    const selection = selectionIn(root.current);
    if (selection) {
      const place = findEntry(reader, selection.entryId);
      discussion.compose(anchorOf(selection, place));
      document.getSelection()?.removeAllRanges();
      return;
    }
    discussion.compose(entry ? { sequence: entry.sequences[0] ?? 0, entry: entry.id } : { sequence: 0 });
    if (!entry) reader.list.current?.toTop();
  };
}

/** An entry that is drawn is among the rows around the screen. */
export function findEntry({ review, reading, list }: ReaderState, entryId: string): ReadEntry | undefined {
  const seen = list.current?.visible();
  if (!seen) return undefined;
  const { rows } = review;
  for (let row = Math.max(0, seen.first - 8); row <= seen.last + 8 && row < rows.count; row++) {
    const entry = reading.model.entry(rows.lanes[row] as number, rows.indexes[row] as number);
    if (entry?.id === entryId) return entry;
  }
  return undefined;
}
