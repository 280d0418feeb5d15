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
    return { head: head.trimEnd(), hidden: plural(ends.length + 1 - maxLines, 'more line') };
  }
  if (text.length > maxChars * tolerance)
    return { head: text.slice(0, maxChars), hidden: `all ${compact(text.length)} characters` };
  return { head: text, hidden: undefined };
}
