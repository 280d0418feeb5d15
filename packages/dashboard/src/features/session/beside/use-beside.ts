import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { fileAtQuery } from '../../../api/reading/file-at.ts';
import { firstSequence } from '../transcript/entries.ts';
import type { ReadEntry } from '../transcript/kept-entries.ts';
import type { ReaderState } from '../use-reader.ts';
import { type FileBeside, nextBeside } from './file-beside.ts';

/** A state that was chosen by hand counts until something else is read. */
interface Chosen extends FileBeside {
  readAt: number;
  line?: number;
}

/** So many events after its call the result of an edit has come. */
const settledAfter = 50;

/** The entries on screen: what is selected, where it is among them, then from the top down. */
function entriesRead({ review, reading: { model }, seen, list }: ReaderState): ReadEntry[] {
  const { rows, selected } = review;
  const chosen = selected ? rows.find(selected.lane, selected.index) : -1;
  const visible = list.current?.visible();
  const isSeen = chosen >= 0 && (!visible || (chosen >= visible.first && chosen <= visible.last + 1));
  if (selected && isSeen) {
    const entry = model.entry(selected.lane, selected.index);
    return entry ? [entry] : [];
  }
  const first = seen ? rows.find(seen.lane, seen.index) : -1;
  if (first < 0) return [];
  const entries: ReadEntry[] = [];
  for (let row = first; row <= Math.max(first, visible?.last ?? first); row++) {
    const entry = model.entry(rows.lanes[row] as number, rows.indexes[row] as number);
    if (entry) entries.push(entry);
  }
  return entries;
}

/** The file beside the transcript, as it was after what is read. */
export function useBeside(reader: ReaderState, sessionId: string, foldedTo: number, isOpen: boolean) {
  const [chosen, setChosen] = useState<Chosen>();
  const shown = useRef<{ file: FileBeside | undefined; states: readonly number[] }>({
    file: undefined,
    states: [],
  });
  const entries = isOpen ? entriesRead(reader) : [];
  const readAt = entries[0] ? firstSequence(entries[0]) : 0;
  const isChosen = chosen !== undefined && (chosen.readAt === readAt || entries.length === 0);
  const before = shown.current;
  const file = isChosen ? chosen : nextBeside(entries, before.file, before.states);
  const asked = {
    path: file?.path ?? '',
    at: file?.at ?? 0,
    line: isChosen ? chosen.line : undefined,
  };
  // What comes long after an event says nothing more of it.
  const knownTo = Math.min(foldedTo, asked.at + settledAfter);
  const isAsked = isOpen && file !== undefined;
  const query = useQuery({ ...fileAtQuery(sessionId, asked, knownTo), enabled: isAsked });
  const states =
    query.isPlaceholderData && before.file?.path !== file?.path ? [] : (query.data?.file?.states ?? []);
  shown.current = { file, states };
  return {
    file,
    query,
    states,
    /** Another state of the file, or other lines of it. */
    choose: (next: FileBeside & { line?: number }) => setChosen({ ...next, readAt }),
    /** A file at an event that is about to be read. */
    show: (path: string, sequence: number) => setChosen({ path, at: sequence, readAt: sequence }),
  };
}
export type Beside = ReturnType<typeof useBeside>;
