/** What is typed of a mention: from its `@` to the cursor. */
export interface OpenMention {
  from: number;
  typed: string;
}

const longest = 80;

/** A mention that is being typed at the cursor; an `@` inside a word is part of an address and opens none. */
export function openMention(text: string, cursor: number): OpenMention | undefined {
  const before = text.slice(Math.max(0, cursor - longest), cursor);
  const found = /(?:^|[\s([{,;:])@([^\s@]*)$/u.exec(before);
  if (!found) return undefined;
  const typed = found[1] as string;
  return { from: cursor - typed.length - 1, typed };
}

/** Members whose name begins with what was typed come before those that only contain it. */
export function suggestions<T extends { name: string }>(people: readonly T[], typed: string, max = 6): T[] {
  const wanted = typed.toLowerCase();
  const rank = ({ name }: T): number => {
    const at = name.toLowerCase().indexOf(wanted);
    return at < 0 ? -1 : at === 0 ? 0 : 1;
  };
  return people
    .filter((one) => rank(one) >= 0)
    .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
    .slice(0, max);
}

/** The text with the mention filled in, and where the cursor is then. */
export function withMention(
  text: string,
  { from, typed }: OpenMention,
  name: string,
): { text: string; cursor: number } {
  const filled = `@${name} `;
  return {
    text: text.slice(0, from) + filled + text.slice(from + typed.length + 1).replace(/^ /, ''),
    cursor: from + filled.length,
  };
}
