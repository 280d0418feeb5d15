import { compact, plural } from '../../../ui/format.ts';

const maxChars = 6_000;
const maxLines = 30;
/** Hiding a few lines would cost a click and save nothing. */
const tolerance = 1.5;

/** The part of a text that is shown before anybody asks for more, and how much that leaves out. */
export function cutText(text: string): { head: string; hidden: string | undefined } {
  const ends: number[] = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at);
  if (ends.length + 1 > maxLines * tolerance) {
    const head = text.slice(0, Math.min(ends[maxLines - 1] ?? text.length, maxChars));
    return {
      head: withoutOpenFence(head.trimEnd()),
      hidden: plural(ends.length + 1 - maxLines, 'more line'),
    };
  }
  if (text.length > maxChars * tolerance)
    return { head: text.slice(0, maxChars), hidden: `all ${compact(text.length)} characters` };
  return { head: text, hidden: undefined };
}

/** A block of code of which nothing is shown would be an empty box. */
function withoutOpenFence(head: string): string {
  const last = head.lastIndexOf('\n') + 1;
  if (!/^\s{0,3}(?:```|~~~)/.test(head.slice(last))) return head;
  const fences = head.split('\n').filter((line) => /^\s{0,3}(?:```|~~~)/.test(line)).length;
  return fences % 2 === 1 ? head.slice(0, last).trimEnd() : head;
}
