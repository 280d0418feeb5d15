import { type KnownLines, knownIn, type Piece } from './pieces.ts';

interface StretchLine {
  text: string;
  /** The edit that took it out or put it in. */
  edit: number | undefined;
  /** The white space at its beginning is not known. */
  unsure?: true;
}
/** Lines that are known without a gap, before and now. */
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

/** What is known of the file before: its lines, and the edit that took one out. */
interface KnownBase {
  lines: KnownLines;
  unsure: ReadonlySet<number>;
  removed: ReadonlyMap<number, number>;
}

/** The stretches of a file. */
export function* stretchesOf(
  pieces: readonly Piece[],
  { lines: known, unsure, removed }: KnownBase,
): Generator<Stretch> {
  let stretch = emptyStretch(0, 0);
  let [old, fresh] = [0, 0];
  const lineAt = (line: number, text: string, edit?: number): StretchLine => ({
    text,
    edit,
    ...(unsure.has(line) && { unsure: true }),
  });
  const takeRemoved = (to: number) => {
    for (; old < to; old++) {
      const text = known.get(old);
      if (text !== undefined) stretch.before.push(lineAt(old, text, removed.get(old)));
    }
  };
  for (const piece of pieces) {
    if (piece.kind === 'new') {
      for (const line of piece.lines) stretch.after.push(line);
      fresh += piece.lines.length;
      continue;
    }
    takeRemoved(piece.start);
    // Lines nobody showed are skipped in one go: an endless piece has endlessly many.
    for (const line of knownIn(piece, known)) {
      if (line !== old) {
        yield stretch;
        fresh += line - old;
        old = line;
        stretch = emptyStretch(old, fresh);
      }
      const both = lineAt(line, known.get(line) as string);
      stretch.before.push(both);
      stretch.after.push(both);
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
  takeRemoved(endOf(known));
  yield stretch;
}

function endOf(known: KnownLines): number {
  let end = 0;
  for (const line of known.keys()) end = Math.max(end, line + 1);
  return end;
}
