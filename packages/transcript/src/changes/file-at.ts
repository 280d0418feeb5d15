import { structuredPatch } from 'diff';
import { hunksOf } from '../diff.ts';
import type { FileChange, Hunk } from '../entry.ts';
import { applyHunks } from './apply-hunks.ts';
import { digest } from './digest.ts';
import { Conflict, FileState } from './file-state.ts';
import { linesOf } from './lines.ts';
import type { WholeEdit } from './net-edits.ts';
import { everything } from './net-hunks.ts';
import type { SeenLines } from './seen.ts';
import type { Stretch } from './stretch.ts';

/** Known lines of a file that follow one another, with what the last edit did to them. */
export interface ShownHunk extends Hunk {
  /** For each of `lines` the edit that put it in, by its place in the list of edits; -1 for what no edit did. */
  from: number[];
}

/** A file after an edit, as far as the record tells: what no edit and no reading showed is not in it. */
export interface FileAt {
  /** False once it was deleted; the hunks have what was deleted then. */
  exists: boolean;
  /** Every line is known, to the byte. */
  isWhole: boolean;
  /** All that is known, not only what is near a change. */
  hunks: ShownHunk[];
  /** Where in the file the last edit stands is not recorded, nor is anything around it. */
  isUnplaced: boolean;
  /** Something that is not recorded changed the file here; what was known before it no longer counts. */
  lost?: { sequence: number; by: 'command' | 'changed' };
}

/** A file after the last of its edits. Edits and sights are in order; sights behind the last edit count, too. */
export function fileAt(
  edits: readonly WholeEdit[],
  sights: readonly { sequence: number; seen: SeenLines }[],
): FileAt {
  const walk = new Walk();
  const left = [...sights].sort((a, b) => a.sequence - b.sequence);
  const seeUntil = (sequence: number) => {
    while (left[0] && left[0].sequence < sequence) walk.see(left.shift() as (typeof left)[number]);
  };
  for (const [place, edit] of edits.entries()) {
    seeUntil(edit.sequence);
    if (place === edits.length - 1) walk.settle();
    walk.edit(edit, place);
  }
  seeUntil(Number.POSITIVE_INFINITY);
  return walk.result();
}

class Walk {
  #state = new FileState();
  #exists = true;
  /** The edit that put a line of the file before the last edit in. */
  #origins: ReadonlyMap<number, number> = new Map();
  /** What the last edit replaced in a place that is not known. */
  #unplaced: Hunk[] = [];
  #last = -1;
  #lost: FileAt['lost'];
  /** Of the whole file after the last edit, where it is recorded. */
  #digest: number | undefined;

  /** From here on is shown what is done. */
  settle(): void {
    const { state, edits } = this.#state.settled();
    this.#state = state;
    this.#origins = edits;
  }

  see({ sequence, seen }: { sequence: number; seen: SeenLines }): void {
    try {
      if (!this.#exists) throw new Conflict();
      this.#state.learn(seen.at, seen.lines);
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      this.#begin({ sequence, by: 'changed' });
      this.#state.learn(seen.at, seen.lines);
    }
  }

  edit({ sequence, change, command }: WholeEdit, place: number): void {
    this.#last = place;
    this.#unplaced = [];
    if (!change) this.#command(sequence, command);
    else if (change.change === 'delete') this.#delete(change, place);
    else if (change.source.kind === 'content') this.#overwrite(change.source.text, place);
    else this.#change(change, place, sequence);
  }

  /** Nothing is known of the file any more but that it is there. */
  #begin(lost: FileAt['lost']): void {
    this.#state = new FileState();
    this.#origins = new Map();
    this.#exists = true;
    this.#digest = undefined;
    if (lost) this.#lost = lost;
  }

  #command(sequence: number, command: WholeEdit['command']): void {
    this.#begin({ sequence, by: 'command' });
    this.#exists = command !== 'delete';
  }

  #overwrite(text: string, place: number): void {
    // What it replaces is shown only where all of it is known.
    if (!this.#exists || this.#state.content() === undefined) {
      this.#state = new FileState([]);
      this.#origins = new Map();
    }
    this.#state.overwrite(linesOf(text), place);
    this.#exists = true;
    this.#lost = undefined;
    this.#digest = digest(text);
  }

  #delete({ source }: FileChange, place: number): void {
    if (this.#state.content() === undefined) {
      this.#state = new FileState(source.kind === 'content' ? linesOf(source.text) : []);
      this.#origins = new Map();
    }
    this.#state.overwrite([], place);
    this.#exists = false;
    this.#digest = undefined;
  }

  #change(change: FileChange, place: number, sequence: number): void {
    try {
      this.#link(change);
      this.#apply(change, place);
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      this.#begin({ sequence, by: 'changed' });
      try {
        this.#apply(change, place);
      } catch (again) {
        if (!(again instanceof Conflict)) throw again;
        this.#misplace(change);
      }
    }
    if (change.source.kind === 'hunks') this.#digest = change.source.after;
    else this.#digest = undefined;
  }

  /** Where the whole file is recorded, it has to be what the edit before left. */
  #link({ source }: FileChange): void {
    const before = source.kind === 'hunks' ? source.before : undefined;
    if (before !== undefined && this.#digest !== undefined && before !== this.#digest) throw new Conflict();
  }

  #apply(change: FileChange, place: number): void {
    const { source } = change;
    if (!this.#exists) throw new Conflict();
    if (change.change === 'add' && this.#state.content() === undefined) this.#state = new FileState([]);
    if (source.kind === 'hunks' || source.kind === 'patch') applyHunks(this.#state, source, place);
    if (source.kind !== 'replace') return;
    for (const [before, after] of source.pairs) {
      // Some tools create a file by replacing nothing.
      if (before === '' && this.#state.content()?.length === 0) this.#state.overwrite(linesOf(after), place);
      else if (!this.#state.replace(before, after, source.all === true, place)) {
        if (this.#state.content() !== undefined) throw new Conflict();
        this.#misplace(change);
        return;
      }
    }
  }

  /** Lines behind a place that is not known have moved by nobody knows how many. */
  #misplace(change: FileChange): void {
    this.#begin(undefined);
    this.#unplaced = hunksOf(change).map((hunk) => ({ ...hunk, oldStart: 0, newStart: 0 }));
  }

  result(): FileAt {
    const isUnplaced = this.#unplaced.length > 0;
    const hunks = isUnplaced
      ? this.#unplaced.map((hunk) => this.#withOrigins(hunk))
      : [...this.#state.stretches()].flatMap((stretch) => this.#shown(stretch));
    return {
      exists: this.#exists,
      isWhole: !isUnplaced && this.#state.content() !== undefined,
      hunks,
      isUnplaced,
      ...(this.#lost && { lost: this.#lost }),
    };
  }

  #withOrigins(hunk: Hunk): ShownHunk {
    return { ...hunk, from: hunk.lines.map((line) => (line.startsWith('+') ? this.#last : -1)) };
  }

  #shown({ oldStart, newStart, before, after }: Stretch): ShownHunk[] {
    if (before.length === 0 && after.length === 0) return [];
    const from: number[] = [];
    const unsure: number[] = [];
    const lines = comparedLines(before, after);
    let [at, to] = [0, 0];
    for (const [index, line] of lines.entries()) {
      const isNew = line.startsWith('+');
      from.push(isNew ? this.#last : (this.#origins.get(oldStart + at) ?? -1));
      if (line.startsWith('\\')) continue;
      if ((isNew ? after[to] : before[at])?.unsure) unsure.push(index);
      if (!isNew) at++;
      if (!line.startsWith('-')) to++;
    }
    return [
      {
        oldStart: before.length > 0 ? oldStart + 1 : 0,
        oldLines: before.length,
        newStart: after.length > 0 ? newStart + 1 : 0,
        newLines: after.length,
        lines,
        from,
        ...(unsure.length > 0 && { unsure }),
      },
    ];
  }
}

/** Every line of both, as in a hunk. */
function comparedLines(before: Stretch['before'], after: Stretch['after']): string[] {
  const isSame =
    before.every(({ edit }) => edit === undefined) && after.every(({ edit }) => edit === undefined);
  const [old, fresh] = [before, after].map((side) => side.map(({ text }) => text).join('')) as [
    string,
    string,
  ];
  const options = { context: Number.MAX_SAFE_INTEGER, maxEditLength: 2000 };
  const patch = isSame ? undefined : structuredPatch('', '', old, fresh, '', '', options);
  if (patch?.hunks[0]) return patch.hunks[0].lines;
  if (patch || isSame) return keptLines(after);
  return everything(before.length, after.length, old, fresh).lines;
}

const keptLines = (lines: Stretch['after']): string[] =>
  lines.flatMap(({ text }) =>
    text.endsWith('\n') ? [` ${text.slice(0, -1)}`] : [` ${text}`, '\\ No newline at end of file'],
  );
