import type { FileAt } from '@debrief/contract';
import {
  type Edit,
  type FileEdit,
  type FileHistory,
  type FileSight,
  fileAt,
  fileHistories,
  type ShownHunk,
} from '@debrief/transcript';
import type { EditToRead, FileAtToRead, FoundFile } from '../../../domain/session/transcript-ports.ts';
import { unpackItems } from '../page.ts';
import { changesOf, nearest, patience, seenIn, type Whole } from './changes.ts';

/** Edits of one file that are put together: the last ones. What they leave out is not known then. */
const maxEdits = 500;
/** States of one file that somebody can choose among. */
const maxStates = 10_000;
/** Lines of one answer, how many of them stand above what it is about, and their characters. */
const maxRows = 600;
const rowsAbove = 200;
const maxText = 1024 * 1024;

/** An entry is called by the event it began with, such as `412.1`. */
const beginOf = ({ entry }: { entry: string }): number => Number.parseInt(entry, 10);

/** What is recorded of a file up to an event. A file that was moved is found by each of its names. */
export function editsOfFile(asked: {
  pages: readonly Uint8Array[];
  path: string;
  at: number;
}): FoundFile | undefined {
  const all = asked.pages.flatMap((body) => unpackItems(body).map((item) => JSON.parse(item) as Edit));
  const history = historyOf(fileHistories(all), asked.path) ?? {
    path: asked.path,
    edits: [],
    sights: all.flatMap((edit): FileSight[] =>
      edit.kind === 'sight' && edit.path === asked.path ? [edit] : [],
    ),
  };
  if (history.edits.length === 0 && history.sights.length === 0) return undefined;
  const begun = history.edits.filter((edit) => beginOf(edit) <= asked.at);
  const last = begun.at(-1);
  const named = begun.findLast(({ change }) => change !== 'command');
  // What was taken back later was there for whoever asks at such an edit.
  const isTakenBack = last?.isRetracted === true && beginOf(last) === asked.at;
  const counted = isTakenBack ? begun : begun.filter(({ isRetracted }) => !isRetracted);
  const sights = history.sights.filter((sight) => beginOf(sight) <= asked.at);
  return {
    path: named?.movedTo ?? named?.path ?? asked.path,
    edits: counted.slice(-maxEdits),
    sights: nearest(sights).map(({ entry, lane, index }) => ({ entry, lane, index })),
    states: [...new Set(history.edits.map(beginOf))].slice(0, maxStates),
    isCut: counted.length > maxEdits,
  };
}

const historyOf = (histories: readonly FileHistory[], path: string): FileHistory | undefined =>
  histories.find((one) => one.path === path) ??
  histories.find(({ edits }) => edits.some((edit) => edit.path === path && edit.change !== 'command'));

/** The file after the last of its edits by then, each read again where it was cut. */
export async function fileAsOf(
  { path, edits, sights, states, isCut, line }: FileAtToRead,
  whole: Whole,
): Promise<NonNullable<FileAt['file']>> {
  const until = performance.now() + patience;
  const { changes, isWhole } = await changesOf(edits, whole, until);
  const steps = edits.map(({ edit }, place) => ({
    sequence: edit.sequence,
    change: changes[place],
    command: edit.command,
  }));
  const found = fileAt(steps, await seenIn(sights, Number.POSITIVE_INFINITY, whole, until));
  const { hunks, rows } = shownPart(found.hunks, line);
  const named = namedEdits(edits, hunks);
  return {
    path,
    exists: found.exists,
    isWhole: found.isWhole,
    isUnplaced: found.isUnplaced,
    ...(found.lost && { lost: found.lost }),
    hunks: hunks.map((hunk) => ({ ...hunk, from: hunk.from.map((edit) => named.placeOf(edit)) })),
    edits: named.edits,
    ...(edits.length > 0 && { last: named.placeOf(edits.length - 1) }),
    states,
    rows,
    isCut: isCut || !isWhole,
  };
}

/** Only the edits that lines name, and the last one. */
function namedEdits(edits: readonly EditToRead[], hunks: readonly ShownHunk[]) {
  const used = new Set(hunks.flatMap(({ from }) => from).filter((edit) => edit >= 0));
  if (edits.length > 0) used.add(edits.length - 1);
  const inOrder = [...used].sort((a, b) => a - b);
  const places = new Map(inOrder.map((edit, place) => [edit, place]));
  return {
    edits: inOrder.map((at) => plain((edits[at] as EditToRead).edit)),
    placeOf: (edit: number): number => places.get(edit) ?? -1,
  };
}

const plain = ({ isRetracted, place: _, command: __, ...edit }: FileEdit) => ({
  ...edit,
  ...(isRetracted && { isRetracted }),
});

/** As many lines as an answer holds: around a line, or around the first one that the last edit changed. */
function shownPart(hunks: readonly ShownHunk[], line: number | undefined) {
  const total = hunks.reduce((sum, { lines }) => sum + lines.length, 0);
  const first = Math.max(0, Math.min(rowOf(hunks, line) - rowsAbove, total - maxRows));
  const shown: ShownHunk[] = [];
  let [row, text, count] = [0, 0, 0];
  for (const hunk of hunks) {
    const from = Math.max(0, first - row);
    let end = from;
    while (end < hunk.lines.length && count < maxRows && text < maxText) {
      text += (hunk.lines[end++] as string).length;
      count++;
    }
    if (end > from) shown.push(partOf(hunk, from, end));
    row += hunk.lines.length;
  }
  return { hunks: shown, rows: { first, shown: count, total } };
}

function rowOf(hunks: readonly ShownHunk[], wanted: number | undefined): number {
  let row = 0;
  for (const { newStart, lines } of hunks) {
    let number = newStart;
    for (const line of lines) {
      if (wanted === undefined ? line.startsWith('+') || line.startsWith('-') : number >= wanted) return row;
      if (line.startsWith(' ') || line.startsWith('+')) number++;
      row++;
    }
  }
  return wanted === undefined ? 0 : row;
}

/** Some lines of a hunk, with the numbers they have. */
function partOf(hunk: ShownHunk, from: number, end: number): ShownHunk {
  if (from === 0 && end === hunk.lines.length) return hunk;
  const count = (lines: readonly string[], sign: string) =>
    lines.filter((line) => line.startsWith(' ') || line.startsWith(sign)).length;
  const [above, lines] = [hunk.lines.slice(0, from), hunk.lines.slice(from, end)];
  const unsure = hunk.unsure?.filter((at) => at >= from && at < end).map((at) => at - from);
  const { unsure: _, ...rest } = hunk;
  return {
    ...rest,
    oldStart: hunk.oldStart === 0 ? 0 : hunk.oldStart + count(above, '-'),
    oldLines: count(lines, '-'),
    newStart: hunk.newStart === 0 ? 0 : hunk.newStart + count(above, '+'),
    newLines: count(lines, '+'),
    lines,
    from: hunk.from.slice(from, end),
    ...(unsure?.length && { unsure }),
  };
}
