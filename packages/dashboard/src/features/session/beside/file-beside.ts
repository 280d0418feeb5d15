import type { FileEdit } from '@debrief/contract';
import { pathOf } from '@debrief/transcript';
import { firstSequence } from '../transcript/entries.ts';
import type { ReadEntry } from '../transcript/kept-entries.ts';

/** A file as of an event. */
export interface FileBeside {
  path: string;
  at: number;
}

/** The files that an entry changed or read. */
export function filesOf(entry: ReadEntry): string[] {
  if (entry.kind !== 'tool') return [];
  if (entry.changes?.length) return entry.changes.map(({ path }) => path);
  const path = entry.tool === 'read' ? pathOf(entry.input) : undefined;
  return path === undefined ? [] : [path];
}

/**
 * What to show beside what is read. `entries` are those on screen, first the one that counts most. An entry that names
 * no file leaves the file that was shown, as of itself; where no edit came in between, that is the state shown already.
 */
export function nextBeside(
  entries: readonly ReadEntry[],
  shown: FileBeside | undefined,
  states: readonly number[],
): FileBeside | undefined {
  for (const entry of entries) {
    const [path] = filesOf(entry);
    if (path !== undefined) return { path, at: firstSequence(entry) };
  }
  const [entry] = entries;
  if (!entry || !shown) return shown;
  const at = firstSequence(entry);
  const [from, to] = at < shown.at ? [at, shown.at] : [shown.at, at];
  return states.some((state) => state > from && state <= to) ? { path: shown.path, at } : shown;
}

/** An entry is called by the event it began with, such as `412.1`. */
export const beginOf = ({ entry }: Pick<FileEdit, 'entry'>): number => Number.parseInt(entry, 10);

/** How many edits had begun by an event. */
export const stateAt = (states: readonly number[], at: number): number =>
  states.filter((state) => state <= at).length;
