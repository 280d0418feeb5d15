import { type HunkLine, linesOf } from './lines.ts';

/** Lines of the file as it was before, by their number from 0; `count` may be endless where its length is not known. */
interface BasePiece {
  kind: 'base';
  start: number;
  count: number;
}
/** Lines that edits put in, each with the edit that did. */
interface NewPiece {
  kind: 'new';
  lines: { text: string; edit: number }[];
}
type Piece = BasePiece | NewPiece;

/** Thrown when an edit does not fit what is known of the file. */
export class Conflict extends Error {}

const lengthOf = (piece: Piece): number => (piece.kind === 'base' ? piece.count : piece.lines.length);

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
    let place = at;
    for (let next = 0; next < lines.length; ) {
      const { sign } = lines[next] as { sign: string };
      let end = next;
      while (end < lines.length && (lines[end] as { sign: string }).sign === sign) end++;
      const run = lines.slice(next, end);
      if (sign === ' ') place += run.length;
      else if (sign === '-') this.#remove(place, run.length, edit);
      else {
        this.#insert(
          place,
          run.map(({ text }) => ({ text, edit })),
        );
        place += run.length;
      }
      next = end;
    }
  }

  /** Replaces a text that is known to be there. Answers false when it is not among the lines that are known. */
  replace(before: string, after: string, all: boolean, edit: number): boolean {
    if (before === '') return false;
    for (let from = 0, count = 0; ; count++) {
      const found = this.#find(before, from);
      if (!found) return count > 0;
      let text = found.lines.join('');
      const rest = text.slice(found.offset + before.length);
      // The same line may hold it more than once.
      let fresh = text.slice(0, found.offset) + after + (all ? rest.replaceAll(before, () => after) : rest);
      if (fresh !== '' && !fresh.endsWith('\n') && text.endsWith('\n') && !found.isEnd) {
        // The line break went too: the next line is joined.
        if (found.next === undefined) return count > 0;
        found.lines.push(found.next);
        text += found.next;
        fresh += found.next;
      }
      this.splice(
        found.at,
        [
          ...found.lines.map((line) => ({ sign: '-' as const, text: line })),
          ...linesOf(fresh).map((line) => ({ sign: '+' as const, text: line })),
        ],
        edit,
      );
      if (!all) return true;
      from = found.at + linesOf(fresh).length;
      if (count > 1000) return true;
    }
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
  *stretches(): Generator<Stretch> {
    let stretch = emptyStretch(0, 0);
    let [old, fresh] = [0, 0];
    const removed = (to: number) => {
      for (; old < to; old++) {
        const text = this.#base.get(old);
        if (text !== undefined) stretch.before.push({ text, edit: this.#removed.get(old) });
      }
    };
    for (const piece of this.#pieces) {
      if (piece.kind === 'new') {
        stretch.after.push(...piece.lines);
        fresh += piece.lines.length;
        continue;
      }
      removed(piece.start);
      // Lines nobody showed are skipped in one go: an endless piece has endlessly many.
      const known = this.#knownIn(piece);
      for (const line of known) {
        if (line !== old) {
          yield stretch;
          fresh += line - old;
          old = line;
          stretch = emptyStretch(old, fresh);
        }
        const text = this.#base.get(line) as string;
        stretch.before.push({ text, edit: undefined });
        stretch.after.push({ text, edit: undefined });
        old++;
        fresh++;
      }
      const end = piece.start + piece.count;
      if (old < end) {
        yield stretch;
        if (!Number.isFinite(end)) return;
        fresh += end - old;
        old = end;
        stretch = emptyStretch(old, fresh);
      }
    }
    removed(this.#baseEnd());
    yield stretch;
  }

  /** Known lines of a piece in order. */
  #knownIn({ start, count }: BasePiece): number[] {
    if (Number.isFinite(count) && count < this.#base.size) {
      const lines: number[] = [];
      for (let line = start; line < start + count; line++) if (this.#base.has(line)) lines.push(line);
      return lines;
    }
    return [...this.#base.keys()]
      .filter((line) => line >= start && line < start + count)
      .sort((a, b) => a - b);
  }

  #baseEnd(): number {
    let end = 0;
    for (const line of this.#base.keys()) end = Math.max(end, line + 1);
    return end;
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

  /** Cuts a piece so that one begins at `at`; the number of that piece. */
  #cut(at: number): number {
    let place = 0;
    for (const [index, piece] of this.#pieces.entries()) {
      if (place === at) return index;
      const length = lengthOf(piece);
      if (at < place + length) {
        const offset = at - place;
        const parts: Piece[] =
          piece.kind === 'base'
            ? [
                { kind: 'base', start: piece.start, count: offset },
                { kind: 'base', start: piece.start + offset, count: piece.count - offset },
              ]
            : [
                { kind: 'new', lines: piece.lines.slice(0, offset) },
                { kind: 'new', lines: piece.lines.slice(offset) },
              ];
        this.#pieces.splice(index, 1, ...parts);
        return index + 1;
      }
      place += length;
    }
    return this.#pieces.length;
  }

  #remove(at: number, count: number, edit: number): void {
    const from = this.#cut(at);
    const to = this.#cut(at + count);
    for (const piece of this.#pieces.splice(from, to - from)) {
      if (piece.kind === 'base') this.#noteRemoved(piece, edit);
    }
  }

  #noteRemoved({ start, count }: BasePiece, edit: number): void {
    for (let line = start; line < start + count; line++) this.#removed.set(line, edit);
  }

  #insert(at: number, lines: NewPiece['lines']): void {
    this.#pieces.splice(this.#cut(at), 0, { kind: 'new', lines });
  }

  /** A text among known lines from a line on: the lines it touches, and where it begins in them. */
  #find(text: string, from: number): FoundText | undefined {
    for (const { at, lines, isEnd } of this.#knownRuns()) {
      const skip = Math.max(0, from - at);
      const run = lines.slice(skip);
      const joined = run.join('');
      const found = joined.indexOf(text);
      if (found < 0) continue;
      let [first, start] = [0, 0];
      while (start + (run[first] as string).length <= found) start += (run[first++] as string).length;
      let [last, end] = [first, start];
      while (last < run.length && end < found + text.length) end += (run[last++] as string).length;
      return {
        at: at + skip + first,
        lines: run.slice(first, last),
        offset: found - start,
        next: run[last],
        isEnd: isEnd && last === run.length,
      };
    }
    return undefined;
  }

  *#knownRuns(): Generator<{ at: number; lines: string[]; isEnd: boolean }> {
    let run: { at: number; lines: string[]; isEnd: boolean } | undefined;
    let place = 0;
    for (const piece of this.#pieces) {
      if (piece.kind === 'new') {
        run ??= { at: place, lines: [], isEnd: false };
        for (const { text } of piece.lines) run.lines.push(text);
      } else {
        let next = piece.start;
        for (const line of this.#knownIn(piece)) {
          if (line !== next && run) {
            yield run;
            run = undefined;
          }
          run ??= { at: place + line - piece.start, lines: [], isEnd: false };
          run.lines.push(this.#base.get(line) as string);
          next = line + 1;
        }
        if (next < piece.start + piece.count && run) {
          yield run;
          run = undefined;
        }
      }
      place += lengthOf(piece);
    }
    // Pieces without an end were left above: this run is the end of the file.
    if (run) yield { ...run, isEnd: true };
  }
}

interface FoundText {
  at: number;
  lines: string[];
  offset: number;
  /** The line after them, where it is known. */
  next: string | undefined;
  /** They are the last lines of the file. */
  isEnd: boolean;
}

interface StretchLine {
  text: string;
  /** The edit that took it out or put it in. */
  edit: number | undefined;
}
export interface Stretch {
  /** Numbers of the first line, from 0. */
  oldStart: number;
  newStart: number;
  before: StretchLine[];
  after: StretchLine[];
}
const emptyStretch = (oldStart: number, newStart: number): Stretch => ({
  oldStart,
  newStart,
  before: [],
  after: [],
});
