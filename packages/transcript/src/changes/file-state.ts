import { knownRuns, type RunReplacement, replaceInRun } from './known-run.ts';
import type { HunkLine } from './lines.ts';
import { type BasePiece, lengthOf, type Piece, splicePieces } from './pieces.ts';
import { type Stretch, stretchesOf } from './stretch.ts';

/** Thrown when an edit does not fit what is known of the file. */
export class Conflict extends Error {}

/**
 * A file as far as edits tell of it: which lines of the file before are still there, which lines were put in and taken
 * out, and the text of every line that an edit showed. What no edit showed stays unknown.
 */
export class FileState {
  #pieces: Piece[];
  /** Text of lines of the file before, where an edit showed it. */
  readonly #base = new Map<number, string>();
  /** The edit that took a line of the file before out. */
  readonly #removed = new Map<number, number>();

  /** Starts with a file of which nothing is known, or with one whose lines are given. */
  constructor(base?: readonly string[]) {
    this.#pieces = [{ kind: 'base', start: 0, count: base?.length ?? Number.POSITIVE_INFINITY }];
    base?.forEach((text, line) => {
      this.#base.set(line, text);
    });
  }

  /** Goes over lines from a place on: keeps, takes out or puts in. Checks every text that is known. */
  splice(at: number, lines: readonly HunkLine[], edit: number): void {
    const old = lines.filter(({ sign }) => sign !== '+');
    this.#check(
      at,
      old.map(({ text }) => text),
    );
    const { pieces, removed } = splicePieces(this.#pieces, at, lines, edit);
    this.#pieces = pieces;
    for (const piece of removed) if (piece.kind === 'base') this.#noteRemoved(piece, edit);
  }

  /** Replaces a text that is known to be there. Answers false when it is not among the lines that are known. */
  replace(before: string, after: string, all: boolean, edit: number): boolean {
    if (before === '') return false;
    const found: RunReplacement[] = [];
    for (const run of knownRuns(this.#pieces, this.#base)) {
      const replacement = replaceInRun(run, before, after, all);
      if (replacement.lines.length > 0) found.push(replacement);
      if (replacement.isCutOff || (found.length > 0 && !all)) break;
    }
    // From the last to the first, so that the numbers of the lines before stay true.
    for (const { at, lines } of found.reverse()) this.splice(at, lines, edit);
    return found.length > 0;
  }

  /** All lines as they are now; undefined when some are not known. */
  content(): string[] | undefined {
    const lines: string[] = [];
    for (const piece of this.#pieces) {
      if (piece.kind === 'new') for (const { text } of piece.lines) lines.push(text);
      else {
        if (!Number.isFinite(piece.count)) return undefined;
        for (let line = piece.start; line < piece.start + piece.count; line++) {
          const text = this.#base.get(line);
          if (text === undefined) return undefined;
          lines.push(text);
        }
      }
    }
    return lines;
  }

  /** Everything is replaced by other lines. The lines before stay what they were, as far as they are known. */
  overwrite(lines: readonly string[], edit: number): void {
    for (const piece of this.#pieces) {
      if (piece.kind === 'base' && Number.isFinite(piece.count)) this.#noteRemoved(piece, edit);
    }
    this.#pieces = [{ kind: 'new', lines: lines.map((text) => ({ text, edit })) }];
  }

  /**
   * Stretches of lines that are known without a gap, before and now, with the number of their first line on each side and
   * the edits of their lines.
   */
  stretches(): Generator<Stretch> {
    return stretchesOf(this.#pieces, this.#base, this.#removed);
  }

  #check(at: number, old: readonly string[]): void {
    let left = 0;
    let place = 0;
    for (const piece of this.#pieces) {
      const length = lengthOf(piece);
      for (; left < old.length && at + left < place + length; left++) {
        const offset = at + left - place;
        if (offset < 0) break;
        const text = old[left] as string;
        if (piece.kind === 'new') {
          if (piece.lines[offset]?.text !== text) throw new Conflict();
        } else {
          const known = this.#base.get(piece.start + offset);
          if (known !== undefined && known !== text) throw new Conflict();
        }
      }
      place += length;
    }
    if (left < old.length || at > place) throw new Conflict();
    this.#learn(at, old);
  }

  #learn(at: number, old: readonly string[]): void {
    let place = 0;
    for (const piece of this.#pieces) {
      const length = lengthOf(piece);
      if (piece.kind === 'base') {
        const first = Math.max(at, place);
        const last = Math.min(at + old.length, place + length);
        for (let line = first; line < last; line++) {
          this.#base.set(piece.start + line - place, old[line - at] as string);
        }
      }
      place += length;
      if (place > at + old.length) return;
    }
  }

  #noteRemoved({ start, count }: BasePiece, edit: number): void {
    for (let line = start; line < start + count; line++) this.#removed.set(line, edit);
  }
}
