import { structuredPatch } from 'diff';
import { hunksOf } from '../diff.ts';
import type { Hunk } from '../entry.ts';
import { linesOf } from './lines.ts';
import type { Stretch } from './stretch.ts';

/** A hunk of the net change and the steps it came from. A start of 0 in a file that has lines: its line is not known. */
export interface NetHunk extends Hunk {
  steps: number[];
}

const context = 3;

export function stretchHunks({ oldStart, newStart, before, after }: Stretch): NetHunk[] {
  if (before.every(({ edit }) => edit === undefined) && after.every(({ edit }) => edit === undefined))
    return [];
  const [old, fresh] = [before, after].map((lines) => lines.map(({ text }) => text).join('')) as [
    string,
    string,
  ];
  const patch = structuredPatch('', '', old, fresh, '', '', { context, maxEditLength: 2000 });
  const hunks = patch?.hunks ?? [everything(before.length, after.length, old, fresh)];
  return hunks.map((hunk) => {
    const steps = new Set<number>();
    const unsure: number[] = [];
    const oldFirst = hunk.oldLines === 0 ? Math.max(0, hunk.oldStart - 1) : hunk.oldStart;
    const newFirst = hunk.newLines === 0 ? Math.max(0, hunk.newStart - 1) : hunk.newStart;
    let at = Math.max(0, hunk.oldStart - 1);
    let to = Math.max(0, hunk.newStart - 1);
    for (const [index, line] of hunk.lines.entries()) {
      if (line.startsWith('\\')) continue;
      const from = line.startsWith('+') ? after[to] : before[at];
      if (!line.startsWith(' ') && from?.edit !== undefined) steps.add(from.edit);
      // Text of a kept line is of the side before; either side may know it better.
      if (from?.unsure) unsure.push(index);
      if (!line.startsWith('+')) at++;
      if (!line.startsWith('-')) to++;
    }
    return withoutUnsureEnds({
      // Of an empty side git names the line before it.
      oldStart: oldFirst + oldStart,
      oldLines: hunk.oldLines,
      newStart: newFirst + newStart,
      newLines: hunk.newLines,
      lines: hunk.lines,
      ...(unsure.length > 0 && { unsure }),
      steps: [...steps].sort((a, b) => a - b),
    });
  });
}

/**
 * Lines around a change that are not known to the byte are left out, as long as one line stays below it: git takes a
 * change without a line below it for the end of the file.
 */
function withoutUnsureEnds(hunk: NetHunk): NetHunk {
  const { unsure, ...rest } = hunk;
  if (unsure === undefined) return hunk;
  const isKept = (at: number) => hunk.lines[at]?.[0] === ' ';
  const first = hunk.lines.findIndex((_, at) => !isKept(at));
  const last = hunk.lines.findLastIndex((_, at) => !isKept(at));
  if (unsure.some((at) => at >= first && at <= last)) return hunk;
  const begin = Math.max(-1, ...unsure.filter((at) => at < first)) + 1;
  const end = Math.min(hunk.lines.length, ...unsure.filter((at) => at > last));
  if (end < hunk.lines.length && end === last + 1) return hunk;
  const gone = begin + hunk.lines.length - end;
  return {
    ...rest,
    oldStart: rest.oldStart + begin,
    oldLines: rest.oldLines - gone,
    newStart: rest.newStart + begin,
    newLines: rest.newLines - gone,
    lines: rest.lines.slice(begin, end),
  };
}

/** When a comparison would take too long: all of one, then all of the other. */
export function everything(oldLines: number, newLines: number, old: string, fresh: string): Hunk {
  const signed = (sign: string, text: string) =>
    linesOf(text).flatMap((line) =>
      line.endsWith('\n') ? [sign + line.slice(0, -1)] : [sign + line, '\\ No newline at end of file'],
    );
  return {
    oldStart: oldLines > 0 ? 1 : 0,
    oldLines,
    newStart: newLines > 0 ? 1 : 0,
    newLines,
    lines: [...signed('-', old), ...signed('+', fresh)],
  };
}

/** A text that was replaced in a place that is not known. */
export interface Fragment {
  before: string;
  after: string;
  steps: Set<number>;
}

export function fragmentHunks({ before, after, steps }: Fragment): NetHunk[] {
  if (before === after) return [];
  const source = { kind: 'replace' as const, pairs: [[before, after]] as [string, string][] };
  return hunksOf({ path: '', change: 'update', added: 0, removed: 0, source }).map((hunk) => ({
    ...hunk,
    oldStart: 0,
    newStart: 0,
    steps: [...steps].sort((a, b) => a - b),
  }));
}
