import type { Hunk } from '../entry.ts';

/** Lines with their line breaks, so that a last line without one is told apart. */
export function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  const last = lines.pop() as string;
  const whole = lines.map((line) => `${line}\n`);
  return last === '' ? whole : [...whole, last];
}

/** One line of a hunk: what it does, and its text with its line break. */
export interface HunkLine {
  sign: ' ' | '+' | '-';
  text: string;
  /** The white space at its beginning is not known. */
  unsure?: true;
}

/** Whether two lines are the same but for the white space at their beginning. */
export const sameButIndent = (one: string, other: string): boolean =>
  one === other || one.trimStart() === other.trimStart();

/** The lines of a hunk; `\ No newline at end of file` takes the break from the line before it. */
export function hunkLines({ lines, unsure }: Pick<Hunk, 'lines' | 'unsure'>): HunkLine[] {
  const found: HunkLine[] = [];
  const open = new Set(unsure);
  for (const [at, line] of lines.entries()) {
    const sign = line[0];
    const before = found.at(-1);
    if (sign === '\\' && before) before.text = before.text.slice(0, -1);
    else if (sign === ' ' || sign === '+' || sign === '-')
      found.push({ sign, text: `${line.slice(1)}\n`, ...(open.has(at) && { unsure: true }) });
  }
  return found;
}
