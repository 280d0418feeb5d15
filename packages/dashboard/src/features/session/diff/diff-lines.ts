import type { Hunk } from '@debrief/transcript';

export interface DiffLine {
  key: string;
  sign: '+' | '-' | ' ';
  /** Line numbers before and after; absent where the line is not there, or where nobody knows. */
  old?: number;
  fresh?: number;
  text: string;
  /** Which hunk it belongs to, from 0. */
  hunk: number;
  /** It is the last line of the file and has no line break. */
  noBreak?: true;
  /** Its white space is not the file's own. */
  unsure?: true;
}

/** The lines of all hunks in order. `isNumbered` is false where only a fragment of the file is known. */
export function diffLines(hunks: readonly Hunk[], isNumbered: boolean): DiffLine[] {
  const lines: DiffLine[] = [];
  hunks.forEach((hunk, at) => {
    let old = hunk.oldStart;
    let fresh = hunk.newStart;
    const unsure = new Set(hunk.unsure);
    // A start of 0 in a hunk with lines: nobody knows where it stands.
    const hasPlace = isNumbered && (old > 0 || fresh > 0);
    hunk.lines.forEach((line, index) => {
      const first = line.charAt(0);
      const before = lines.at(-1);
      if (first === '\\') {
        if (before?.hunk === at) before.noBreak = true;
        return;
      }
      const sign = first === '+' || first === '-' ? first : ' ';
      const numbers = {
        ...(sign !== '+' && { old: old++ }),
        ...(sign !== '-' && { fresh: fresh++ }),
      };
      lines.push({
        key: `${at}-${index}`,
        sign,
        ...(hasPlace && numbers),
        text: line.slice(1),
        hunk: at,
        ...(unsure.has(index) && { unsure: true }),
      });
    });
  });
  return lines;
}

/** How many digits the longest number has; as many for all lines, so that a column is as wide in each. */
export function numberDigits(lines: readonly DiffLine[]): number {
  const longest = lines.reduce((most, { old = 0, fresh = 0 }) => Math.max(most, old, fresh), 0);
  return Math.max(3, String(longest).length);
}

export type DiffPair = [left: DiffLine | undefined, right: DiffLine | undefined];

/** The same lines side by side: removed ones stand beside the added ones that replace them. */
export function diffPairs(lines: readonly DiffLine[]): DiffPair[] {
  const pairs: DiffPair[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as DiffLine;
    if (line.sign === ' ') {
      pairs.push([line, line]);
      at++;
      continue;
    }
    const removed: DiffLine[] = [];
    const added: DiffLine[] = [];
    for (; at < lines.length; at++) {
      const next = lines[at] as DiffLine;
      if (next.sign === ' ' || next.hunk !== line.hunk) break;
      (next.sign === '-' ? removed : added).push(next);
    }
    for (let row = 0; row < Math.max(removed.length, added.length); row++)
      pairs.push([removed[row], added[row]]);
  }
  return pairs;
}
