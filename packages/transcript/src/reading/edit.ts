import { pathOf } from '../calls/tool.ts';
import type { Entry, FileChange } from '../entry.ts';
import { isDone } from './counts.ts';
import { type SoftEdit, softEdits } from './soft-edit.ts';

export type { SoftEdit } from './soft-edit.ts';

/** Where an entry stands: its lane, its number there, and the turn it counts in. */
export interface EntryPlace {
  lane: number;
  index: number;
  turn: number;
  /** Files that the command of the entry writes, known from the call before the result is. */
  soft?: SoftEdit[];
  /** Of a reply whose first line may not be whole yet: what there is of it. */
  begun?: string;
}

/** What one change did to a file, without its text. */
export type ChangedFile = Pick<FileChange, 'path' | 'change' | 'added' | 'removed' | 'movedTo'>;

/**
 * One line of the list of edits, which only grows: what an entry has changed as far as is known now. A later line of the
 * same entry replaces the earlier one, in its place; a retraction takes back all of a lane from a number on.
 */
export type Edit =
  | {
      kind: 'edit';
      entry: string;
      lane: number;
      index: number;
      turn: number;
      /** Of the record that completed it. */
      sequence: number;
      files: ChangedFile[];
      soft?: SoftEdit[];
    }
  | { kind: 'retraction'; lane: number; from: number }
  /** A call that reads a file: what it shows may tell what edits leave open. */
  | { kind: 'sight'; entry: string; lane: number; index: number; path: string };

const changesOf = (entry: Entry | undefined): FileChange[] =>
  entry?.kind === 'tool' && isDone(entry) ? (entry.changes ?? []) : [];

export function editOf(place: EntryPlace, old: Entry | undefined, entry: Entry): Edit | undefined {
  if (entry.kind !== 'tool') return undefined;
  const [before, after] = [changesOf(old), changesOf(entry)];
  const hasRun = isDone(entry) && place.soft !== undefined;
  const hadRun = old !== undefined && 'outcome' in old && isDone(old) && place.soft !== undefined;
  if (after === before || (after.length === 0 && before.length === 0 && hasRun === hadRun)) return undefined;
  const files = after.map(({ path, change, added, removed, movedTo }) => ({
    path,
    change,
    added,
    removed,
    ...(movedTo !== undefined && { movedTo }),
  }));
  const { lane, index, turn, soft } = place;
  return {
    kind: 'edit',
    entry: entry.id,
    lane,
    index,
    turn,
    sequence: entry.sequences.at(-1) ?? 0,
    files,
    ...(hasRun && soft && { soft }),
  };
}

/** The files a shell command writes; undefined when it is no command, or its text is not in the entry. */
export function softEditsOf(entry: Entry): SoftEdit[] | undefined {
  if (entry.kind !== 'tool' || entry.tool !== 'shell' || entry.changes !== undefined) return undefined;
  const found = softEdits(entry.input);
  return found.length > 0 ? found : undefined;
}

/** A call that reads a file, by its path. */
export function sightOf({ lane, index }: EntryPlace, entry: Entry): Edit | undefined {
  if (entry.kind !== 'tool' || entry.tool !== 'read') return undefined;
  const path = pathOf(entry.input);
  return path === undefined ? undefined : { kind: 'sight', entry: entry.id, lane, index, path };
}
