import { type HunkLine, linesOf } from './lines.ts';
import { type KnownLines, knownIn, lengthOf, type Piece } from './pieces.ts';

/** Lines that follow each other and are known, as they are now. */
export interface KnownRun {
  /** Number of the first line, from 0. */
  at: number;
  lines: string[];
  /** The last of them is the last line of the file. */
  isEnd: boolean;
}

export function* knownRuns(pieces: readonly Piece[], known: KnownLines): Generator<KnownRun> {
  let run: KnownRun | undefined;
  let place = 0;
  for (const piece of pieces) {
    if (piece.kind === 'new') {
      for (const [index, { text, unsure }] of piece.lines.entries()) {
        if (unsure) {
          if (run) yield run;
          run = undefined;
        } else {
          run ??= { at: place + index, lines: [], isEnd: false };
          run.lines.push(text);
        }
      }
    } else {
      let next = piece.start;
      for (const line of knownIn(piece, known)) {
        if (line !== next && run) {
          yield run;
          run = undefined;
        }
        run ??= { at: place + line - piece.start, lines: [], isEnd: false };
        run.lines.push(known.get(line) as string);
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

/** What a replacement does to a run: the lines it goes over from `at` on; none where the text is not there. */
export interface RunReplacement {
  at: number;
  lines: HunkLine[];
  /** The text was left alone in one place, because the line that would be joined to it is not known. */
  isCutOff: boolean;
}

/** Replaces a text in a run, once or everywhere. */
export function replaceInRun(run: KnownRun, before: string, after: string, all: boolean): RunReplacement {
  const { parts, isCutOff } = changedParts(run, before, after, all);
  const start = parts[0]?.first ?? 0;
  const lines: HunkLine[] = [];
  let next = start;
  for (const { first, end, fresh } of parts) {
    for (const text of run.lines.slice(next, first)) lines.push({ sign: ' ', text });
    for (const line of replacedLines(run.lines.slice(first, end), linesOf(fresh))) lines.push(line);
    next = end;
  }
  return { at: run.at + start, lines, isCutOff };
}

/** Lines that an edit names only to say where it is, at its beginning and its end, stay what they are. */
function* replacedLines(old: readonly string[], fresh: readonly string[]): Generator<HunkLine> {
  const shorter = Math.min(old.length, fresh.length);
  let begin = 0;
  while (begin < shorter && old[begin] === fresh[begin]) begin++;
  let rest = 0;
  while (rest < shorter - begin && old[old.length - 1 - rest] === fresh[fresh.length - 1 - rest]) rest++;
  for (const text of old.slice(0, begin)) yield { sign: ' ', text };
  for (const text of old.slice(begin, old.length - rest)) yield { sign: '-', text };
  for (const text of fresh.slice(begin, fresh.length - rest)) yield { sign: '+', text };
  for (const text of old.slice(old.length - rest)) yield { sign: ' ', text };
}

/** Lines of a run from `first` up to `end`, and the text that replaces them. */
interface ChangedPart {
  first: number;
  end: number;
  fresh: string;
}

function changedParts(
  { lines, isEnd }: KnownRun,
  before: string,
  after: string,
  all: boolean,
): { parts: ChangedPart[]; isCutOff: boolean } {
  const text = lines.join('');
  const find = (from: number): number => {
    const place = text.indexOf(before, from);
    return place < 0 ? text.length : place;
  };
  const parts: ChangedPart[] = [];
  let part: ChangedPart | undefined;
  let place = find(0);
  /** Where a line ends in the text, and up to where the text is in `fresh`. */
  let [end, done] = [0, 0];
  for (const [index, line] of lines.entries()) {
    const begin = end;
    end += line.length;
    if (part === undefined) {
      if (place >= end) continue;
      part = { first: index, end: index, fresh: '' };
      done = begin;
    }
    part.end = index + 1;
    for (; place < end; place = all ? find(done) : text.length) {
      part.fresh += text.slice(done, place) + after;
      done = place + before.length;
    }
    // The text goes on in the next line.
    if (done > end) continue;
    part.fresh += text.slice(done, end);
    done = end;
    // When the line break went, the next line is joined.
    if (part.fresh !== '' && !part.fresh.endsWith('\n') && line.endsWith('\n')) continue;
    parts.push(part);
    part = undefined;
  }
  // At the end of the file there is no line to join.
  if (part && isEnd) parts.push(part);
  return { parts, isCutOff: part !== undefined && !isEnd };
}
