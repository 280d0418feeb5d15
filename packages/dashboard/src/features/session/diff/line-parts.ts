import { reveal } from '../../../ui/text/visible.ts';
import type { DiffLine } from './diff-lines.ts';

/** A line in parts that are the same in its counterpart, and the one that is not. */
export type LineParts = { text: string; differs: boolean }[];

/** Longer lines are not looked through for what differs. */
const longest = 1_000;
/** What two lines have in common, of the shorter one: with less they are not versions of each other. */
const share = 0.3;

/** By the key of a line: where it differs from the line that replaced it, or that it replaced. */
export function changedParts(lines: readonly DiffLine[]): Map<string, LineParts> {
  const found = new Map<string, LineParts>();
  for (let at = 0; at < lines.length; ) {
    const removed = run(lines, at, '-');
    const added = run(lines, at + removed.length, '+');
    // Only where as many lines were put in as taken out is it plain which became which.
    if (removed.length > 0 && removed.length === added.length)
      for (const [index, old] of removed.entries()) compare(old, added[index] as DiffLine, found);
    at += Math.max(1, removed.length + added.length);
  }
  return found;
}

function run(lines: readonly DiffLine[], from: number, sign: '+' | '-'): DiffLine[] {
  let end = from;
  while (lines[end]?.sign === sign && lines[end]?.hunk === lines[from]?.hunk) end++;
  return lines.slice(from, end);
}

function compare(old: DiffLine, fresh: DiffLine, into: Map<string, LineParts>): void {
  const [a, b] = [old.text, fresh.text];
  if (a.length > longest || b.length > longest || !isPlain(a) || !isPlain(b)) return;
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  [head, tail] = [wordStart(a, b, head), wordEnd(a, b, tail)];
  if (head + tail < share * most || (head === a.length && head === b.length)) return;
  into.set(old.key, partsOf(a, head, tail));
  into.set(fresh.key, partsOf(b, head, tail));
}

const isWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_]/u.test(char);

/** A difference within a word is one of the whole word. */
function wordStart(a: string, b: string, head: number): number {
  let at = head;
  if (isWord(a[at]) || isWord(b[at])) while (at > 0 && isWord(a[at - 1])) at--;
  return at;
}

function wordEnd(a: string, b: string, tail: number): number {
  let at = tail;
  if (isWord(a[a.length - 1 - at]) || isWord(b[b.length - 1 - at]))
    while (at > 0 && isWord(a[a.length - at])) at--;
  return at;
}

const partsOf = (text: string, head: number, tail: number): LineParts =>
  [
    { text: text.slice(0, head), differs: false },
    { text: text.slice(head, text.length - tail), differs: true },
  ].filter((part) => part.text !== '');

/** Characters that are shown by name take other room than in the text. */
const isPlain = (text: string): boolean => {
  const shown = reveal(text);
  return shown.length === 1 && typeof shown[0] === 'string' && !text.endsWith('\r');
};

/** The white space at the beginning, in marks that take the same room. */
export function indentMarks(text: string): string {
  const indent = /^[ \t]+/.exec(text)?.[0] ?? '';
  return indent.replace(/[ \t]/g, (one) => (one === '\t' ? '→\t' : '·'));
}

/** The white space at the end, which nobody sees; a carriage return is a part of it. */
export function endMarks(text: string): string {
  let at = text.length;
  while (at > 0 && (text[at - 1] === ' ' || text[at - 1] === '\t' || text[at - 1] === '\r')) at--;
  return [...text.slice(at)].map((one) => (one === '\r' ? '␍' : one === '\t' ? '→' : '·')).join('');
}
