/**
 * What others wrote, made safe to print: transcripts, file names and a server's messages are hostile input.
 * Control characters (with them every escape sequence) and characters that reorder or hide text are shown as
 * `\u….` instead of being sent to the terminal. Newlines and tabs stay.
 */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu;

function escaped(c: string): string {
  if (c === '\n' || c === '\t') return c;
  return c === '\r' ? '' : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export const harmless = (text: string): string => text.toWellFormed().replace(unsafe, escaped);

/** `1 file`, `2 files`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;

/** For a place that has one line, such as a cell of a table. */
export function oneLine(text: string, max = 500): string {
  // Cut first: a megabyte of text need not be escaped to show a line of it.
  const line = harmless(text.slice(0, max + 1).replace(/\s+/g, ' ')).trim();
  return text.length > max ? `${line.slice(0, max)}…` : line;
}

/** JSON that is safe to print: the same value to a program that reads it. */
export const jsonText = (value: unknown, indent?: number): string =>
  // JSON escapes line breaks inside of strings itself, so only its own indentation is left of them.
  (JSON.stringify(value, undefined, indent) ?? 'null').replace(unsafe, escaped);

/** Colours that `paint` made; every other escape sequence is foreign. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with a control character
const colours = /(\x1b\[[\d;]{0,20}m)/;

/** The last net before the terminal: whatever a line consists of, only colours steer the terminal. */
export const withColoursOnly = (line: string): string =>
  line
    .split(colours)
    .map((part, index) => (index % 2 === 1 ? part : harmless(part)))
    .join('');
