import { createContext } from 'react';

/** What `@usr_…` in a text is shown as; where nobody says, it stays as it is. */
export const MentionNames = createContext<((userId: string) => string) | undefined>(undefined);

const mention = /@(usr_[A-Za-z0-9]{1,64})(?![A-Za-z0-9_])/g;

export type Worded = string | { userId: string; at: number };

/** A text with its mentions set apart. */
export function splitMentions(text: string): Worded[] {
  const parts: Worded[] = [];
  let from = 0;
  for (const found of text.matchAll(mention)) {
    if (found.index > from) parts.push(text.slice(from, found.index));
    parts.push({ userId: found[1] as string, at: found.index });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

/** Words as they were typed, with names in place of ids, and the other way round. */
export const idsToNames = (text: string, nameOf: (userId: string) => string): string =>
  splitMentions(text)
    .map((part) => (typeof part === 'string' ? part : `@${nameOf(part.userId)}`))
    .join('');

export function namesToIds(text: string, people: readonly { userId: string; name: string }[]): string {
  // The longest first: @jonas must not become @jo with an ending.
  const sorted = [...people].sort((a, b) => b.name.length - a.name.length);
  let result = '';
  for (let at = 0; at < text.length; ) {
    const isStart = text[at] === '@' && !/[\p{L}\p{N}_.]/u.test(text[at - 1] ?? ' ');
    const person =
      isStart &&
      sorted.find(({ name }) => {
        const end = at + 1 + name.length;
        return (
          text.slice(at + 1, end).toLowerCase() === name.toLowerCase() &&
          !/[\p{L}\p{N}_@-]/u.test(text[end] ?? ' ')
        );
      });
    if (person) {
      result += `@${person.userId}`;
      at += 1 + person.name.length;
    } else result += text[at++];
  }
  return result;
}
