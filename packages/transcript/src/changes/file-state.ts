import { knownRuns, type RunReplacement, replaceInRun } from './known-run.ts';
import { type HunkLine, sameButIndent } from './lines.ts';
import {
  type BasePiece,
  type KnownLines,
  knownIn,
  lengthOf,
  type NewLine,
  type Piece,
  splicePieces,
} from './pieces.ts';
import { type Stretch, stretchesOf } from './stretch.ts';

/** Thrown when an edit does not fit what is known of the file. */
export class Conflict extends Error {}

/** A line that somebody showed; undefined where it was cut. */
type ShownLine = Pick<HunkLine, 'text' | 'unsure'> | undefined;

/**
 * A file as far as edits tell of it: which lines of the file before are still there, which lines were put in and taken
 * out, and the text of every line that an edit showed. What no edit showed stays unknown.
 */
export class FileState {
  #pieces: Piece[];
  /** Text of lines of the file before, where an edit showed it. */
  readonly #base = new Map<number, string>();
  /** Those of them whose white space at the beginning is not known. */
  readonly #unsure = new Set<number>();
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
    this.learn(
      at,
      lines.filter(({ sign }) => sign !== '+'),
    );
    const { pieces, removed } = splicePieces(this.#pieces, at, lines, edit);
    this.#pieces = pieces;
    for (const piece of removed) if (piece.kind === 'base') this.#noteRemoved(piece, edit);
  }

  /** Somebody saw these lines from a place on. Throws when others are known to be there. */
  learn(at: number, shown: readonly ShownLine[]): void {
    this.#over(at, shown, fits);
    this.#over(at, shown, (known, line, take) => {
      if (known === undefined || (known.unsure && !line.unsure)) take(line);
    });
  }

  /** Replaces a text that is known to be there. Answers false when it is not among the lines that are known. */
  replace(before: string, after: string, all: boolean, edit: number): boolean {
    if (before === '') return false;
    const found: RunReplacement[] = [];
    for (const run of knownRuns(this.#pieces, this.#sure())) {
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
      if (piece.kind === 'new') {
        for (const { text, unsure } of piece.lines) {
          if (unsure) return undefined;
          lines.push(text);
        }
      } else {
        if (!Number.isFinite(piece.count)) return undefined;
        for (let line = piece.start; line < piece.start + piece.count; line++) {
          const text = this.#base.get(line);
          if (text === undefined || this.#unsure.has(line)) return undefined;
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
    return stretchesOf(this.#pieces, { lines: this.#base, unsure: this.#unsure, removed: this.#removed });
  }

  /** A file that begins as this one is now, and the edit that put each of its lines in, by the number of the line. */
  settled(): { state: FileState; edits: Map<number, number> } {
    const state = new FileState();
    const edits = new Map<number, number>();
    let place = 0;
    for (const piece of this.#pieces) {
      if (piece.kind === 'new') {
        for (const [offset, line] of piece.lines.entries()) {
          state.#take(place + offset, line);
          edits.set(place + offset, line.edit);
        }
      } else {
        for (const line of knownIn(piece, this.#base)) {
          const known = this.#knownLine(line, this.#base.get(line) as string);
          state.#take(place + line - piece.start, known);
        }
      }
      place += lengthOf(piece);
    }
    state.#pieces = [{ kind: 'base', start: 0, count: place }];
    return { state, edits };
  }

  /** Lines of the file before that are known to the byte. */
  #sure(): KnownLines {
    if (this.#unsure.size === 0) return this.#base;
    return new Map([...this.#base].filter(([line]) => !this.#unsure.has(line)));
  }

  /** Goes over lines as they are now, each with what is known of it. Throws when there are not so many. */
  #over(
    at: number,
    shown: readonly ShownLine[],
    look: (
      known: ShownLine,
      line: NonNullable<ShownLine>,
      take: (line: NonNullable<ShownLine>) => void,
    ) => void,
  ): void {
    let left = 0;
    let place = 0;
    for (const piece of this.#pieces) {
      const length = lengthOf(piece);
      for (; left < shown.length && at + left < place + length; left++) {
        const offset = at + left - place;
        if (offset < 0) break;
        const line = shown[left];
        if (line === undefined) continue;
        if (piece.kind === 'new')
          look(piece.lines[offset], line, ({ text }) => {
            const { edit } = piece.lines[offset] as NewLine;
            piece.lines[offset] = { text, edit };
          });
        else {
          const number = piece.start + offset;
          const text = this.#base.get(number);
          const known = text === undefined ? undefined : this.#knownLine(number, text);
          look(known, line, (fresh) => this.#take(number, fresh));
        }
      }
      place += length;
      if (left >= shown.length && place >= at) return;
    }
    if (left < shown.length || at > place) throw new Conflict();
  }

  #knownLine(number: number, text: string): NonNullable<ShownLine> {
    return { text, ...(this.#unsure.has(number) && { unsure: true as const }) };
  }

  #take(number: number, { text, unsure }: NonNullable<ShownLine>): void {
    this.#base.set(number, text);
    if (unsure) this.#unsure.add(number);
    else this.#unsure.delete(number);
  }

  #noteRemoved({ start, count }: BasePiece, edit: number): void {
    for (let line = start; line < start + count; line++) this.#removed.set(line, edit);
  }
}

function fits(known: ShownLine, line: NonNullable<ShownLine>): void {
  if (known === undefined) return;
  const isSame =
    known.unsure || line.unsure ? sameButIndent(known.text, line.text) : known.text === line.text;
  if (!isSame) throw new Conflict();
}
