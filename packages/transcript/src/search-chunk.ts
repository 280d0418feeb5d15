import type { Draft, Entry, EntryKind, ToolKind } from './entry.ts';
import { searchText } from './text.ts';

/** Text that became known with one event; append-only, so an index never has to be rewritten. */
export interface SearchChunk {
  sequence: number;
  entry: string;
  kind: EntryKind;
  /** Of a call. */
  tool?: ToolKind;
  /** The call's one line, with the part that brought it: the command, the path. */
  title?: string;
  text: string;
}

/** What a part of an entry adds to the search; undefined when it has no words. */
export function searchChunk(entry: Entry, part: Partial<Draft>, sequence: number): SearchChunk | undefined {
  const text = searchText(part);
  if (text === '') return undefined;
  return {
    sequence,
    entry: entry.id,
    kind: entry.kind,
    ...('tool' in entry && { tool: entry.tool }),
    ...('title' in part && part.title !== undefined && { title: part.title }),
    text,
  };
}
