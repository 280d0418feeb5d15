import type { HunkLine } from './lines.ts';

/** Lines of the file as it was before, by their number from 0; `count` may be endless where its length is not known. */
export interface BasePiece {
  kind: 'base';
  start: number;
  count: number;
}
/** A line that an edit put in, with that edit. */
export interface NewLine {
  text: string;
  edit: number;
  /** The white space at its beginning is not known. */
  unsure?: true;
}
interface NewPiece {
  kind: 'new';
  lines: NewLine[];
}
/** A file is a list of pieces: what is left of the file before, and what was put in between. */
export type Piece = BasePiece | NewPiece;

/** Text of lines of the file before by their number, where an edit showed it. */
export type KnownLines = ReadonlyMap<number, string>;

export const lengthOf = (piece: Piece): number => (piece.kind === 'base' ? piece.count : piece.lines.length);

/** Known lines of a piece in order. */
export function knownIn({ start, count }: BasePiece, known: KnownLines): number[] {
  // Only the shorter of the two is gone through: a piece may be endless.
  if (count < known.size) {
    const lines: number[] = [];
    for (let line = start; line < start + count; line++) if (known.has(line)) lines.push(line);
    return lines;
  }
  return [...known.keys()].filter((line) => line >= start && line < start + count).sort((a, b) => a - b);
}

/** Some lines of a piece. */
function partOf(piece: Piece, from: number, count: number): Piece {
  if (from === 0 && count === lengthOf(piece)) return piece;
  return piece.kind === 'base'
    ? { kind: 'base', start: piece.start + from, count }
    : { kind: 'new', lines: piece.lines.slice(from, from + count) };
}

/** Takes lines from the front of a list of pieces. */
class PieceQueue {
  readonly #pieces: readonly Piece[];
  #next = 0;
  /** Lines that were taken of the next piece. A rest that is copied at each step would make long pieces slow. */
  #offset = 0;

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  /** As many lines as are asked for, or as there are. */
  take(count: number): Piece[] {
    const taken: Piece[] = [];
    for (let left = count; left > 0; ) {
      const piece = this.#pieces[this.#next];
      if (piece === undefined) break;
      const rest = lengthOf(piece) - this.#offset;
      const lines = Math.min(left, rest);
      taken.push(partOf(piece, this.#offset, lines));
      left -= lines;
      if (lines === rest) {
        this.#next++;
        this.#offset = 0;
      } else this.#offset += lines;
    }
    return taken;
  }
}

/** The pieces of a file after an edit went over lines from a place on, and the pieces that it took out. */
export function splicePieces(
  pieces: readonly Piece[],
  at: number,
  lines: readonly HunkLine[],
  edit: number,
): { pieces: Piece[]; removed: Piece[] } {
  const queue = new PieceQueue(pieces);
  const spliced = queue.take(at);
  const removed: Piece[] = [];
  for (let next = 0; next < lines.length; ) {
    const sign = lines[next]?.sign;
    let end = next;
    while (lines[end]?.sign === sign && end < lines.length) end++;
    if (sign === '+')
      spliced.push({
        kind: 'new',
        lines: lines.slice(next, end).map(({ text, unsure }) => ({ text, edit, ...(unsure && { unsure }) })),
      });
    else {
      const into = sign === '-' ? removed : spliced;
      for (const piece of queue.take(end - next)) into.push(piece);
    }
    next = end;
  }
  for (const piece of queue.take(Number.POSITIVE_INFINITY)) spliced.push(piece);
  return { pieces: spliced, removed };
}
