import { type KnownLines, knownIn, type Piece } from './pieces.ts';

interface StretchLine {
  text: string;
  /** The edit that took it out or put it in. */
  edit: number | undefined;
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

/** The stretches of a file; `removed` has the edit that took a line of the file before out. */
export function* stretchesOf(
  pieces: readonly Piece[],
  known: KnownLines,
  removed: ReadonlyMap<number, number>,
): Generator<Stretch> {
  let stretch = emptyStretch(0, 0);
  let [old, fresh] = [0, 0];
  const takeRemoved = (to: number) => {
    for (; old < to; old++) {
      const text = known.get(old);
      if (text !== undefined) stretch.before.push({ text, edit: removed.get(old) });
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
      const text = known.get(line) as string;
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
  takeRemoved(endOf(known));
  yield stretch;
}

function endOf(known: KnownLines): number {
  let end = 0;
  for (const line of known.keys()) end = Math.max(end, line + 1);
  return end;
}
