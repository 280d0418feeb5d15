/**
 * Which character a line must have first, blanks aside, for an expression to match it. Only a way to ask fewer
 * expressions: undefined means any, and is always right.
 */
export function firstCharacters({ source, flags }: RegExp): string[] | undefined {
  if (flags.includes('i') || !source.startsWith('^') || hasChoice(source)) return undefined;
  const rest = source.slice(1).replace(/^(?:(?:\\s| )(?:\{\d{1,3},?\d{0,3}\})?)+/, '');
  return charactersOf(rest);
}

/** `^a|b` is anchored in its first half only. */
function hasChoice(source: string): boolean {
  let depth = 0;
  let isClass = false;
  for (let at = 0; at < source.length; at++) {
    const one = source[at];
    if (one === '\\') at++;
    else if (isClass) isClass = one !== ']';
    else if (one === '[') isClass = true;
    else if (one === '(') depth++;
    else if (one === ')') depth--;
    else if (one === '|' && depth === 0) return true;
  }
  return false;
}

const digits = [...'0123456789'];
const plain = /^[A-Za-z0-9"'<>@%✖✔✓✗✘●⎯❯ℹ⚡✨🚨→#=!,;:~&_-]/u;

function charactersOf(rest: string): string[] | undefined {
  if (/^(?:\(\?<\w{1,20}>)?\\d(?!\{0|[*?])/.test(rest)) return digits;
  const group = /^\(\?:([^()[\]]{1,200})\)(?![?*{])/.exec(rest)?.[1];
  if (group !== undefined) {
    const parts = group.split('|').map((part) => charactersOf(part));
    return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
  }
  const escaped = /^\\([[\](){}*+?.|/$^])(?![?*{])/.exec(rest)?.[1];
  if (escaped !== undefined) return [escaped];
  const [first] = rest;
  const letter = plain.exec(rest)?.[0];
  if (first === undefined || letter === undefined) return undefined;
  return /^[?*{]/.test(rest.slice(letter.length)) ? undefined : [letter.slice(0, 1)];
}
