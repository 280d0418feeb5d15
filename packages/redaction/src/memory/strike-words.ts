import type { RedactedWords } from './redacted-words.ts';

/** What stands in the place of words that somebody took out. */
export const redactedMarker = '[REDACTED:manual]';

/**
 * What an agent's record is read by. With other words there nobody could read the record any more, and what a record is
 * tells nothing of what was said.
 */
export const recordKinds: ReadonlySet<string> = new Set(['type', 'subtype', 'role', 'kind']);

/** Never further back than `least`, where the match before ended: else a text of nothing but escapes would take for ever. */
const escapesBefore = (text: string, at: number, least: number): number => {
  let escapes = 0;
  while (at - 1 - escapes >= least && text[at - 1 - escapes] === '\\') escapes++;
  return escapes;
};

/** Where a match begins and ends so that what is left of an escape around it stays one, where it is JSON in a string. */
export function wholeMatch(
  text: string,
  start: number,
  end: number,
  least: number,
): [start: number, end: number] {
  const from = escapesBefore(text, start, least) % 2 === 1 ? start - 1 : start;
  const isCut = text[end - 1] === '\\' && escapesBefore(text, end, least) % 2 === 1 && end < text.length;
  return [from, isCut ? end + 1 : end];
}

/** The text with the marker in the place of the words, and how often they stood there. */
export function strikeWords(text: string, words: RedactedWords): { text: string; count: number } {
  const spans = words.find(text);
  if (spans.length === 0) return { text, count: 0 };
  let [struck, copied] = ['', 0];
  for (const { start, end } of spans) {
    const [from, to] = wholeMatch(text, start, end, copied);
    struck += text.slice(copied, Math.max(copied, from)) + redactedMarker;
    copied = to;
  }
  return { text: struck + text.slice(copied), count: spans.length };
}

/** Deeper than any agent nests; what lies below is dropped by who redacts. */
const MAX_DEPTH = 1_000;

/** The same of every string of parsed JSON, names included. What has none of the words is the same object. */
export function strikeRecord<Value>(record: Value, words: RedactedWords): { value: Value; count: number } {
  let count = 0;
  const strike = (text: string): string => {
    const struck = strikeWords(text, words);
    count += struck.count;
    return struck.text;
  };
  const walk = (value: unknown, name: string | undefined, depth: number): unknown => {
    if (typeof value === 'string') return name !== undefined && recordKinds.has(name) ? value : strike(value);
    if (value === null || typeof value !== 'object' || depth === MAX_DEPTH) return value;
    if (Array.isArray(value)) {
      const list = value.map((one) => walk(one, undefined, depth + 1));
      return list.some((one, at) => one !== value[at]) ? list : value;
    }
    return walkObject(value as Record<string, unknown>, depth);
  };
  const walkObject = (value: Record<string, unknown>, depth: number): unknown => {
    const entries = Object.entries(value);
    let isSame = true;
    const struck = entries.map(([name, one]): [string, unknown] => {
      const entry: [string, unknown] = [strike(name), walk(one, name, depth + 1)];
      isSame &&= entry[0] === name && entry[1] === one;
      return entry;
    });
    return isSame ? value : Object.fromEntries(apart(struck));
  };
  const value = walk(record, undefined, 0) as Value;
  return { value, count };
}

/** Two names that lost their words are still two. */
function apart(entries: readonly [string, unknown][]): [string, unknown][] {
  const numbers = new Map<string, number>();
  const names = new Set(entries.map(([name]) => name));
  return entries.map(([name, value]) => {
    let next = numbers.get(name);
    if (next === undefined) {
      numbers.set(name, 2);
      return [name, value];
    }
    while (names.has(`${name} ${next}`)) next++;
    numbers.set(name, next + 1);
    names.add(`${name} ${next}`);
    return [`${name} ${next}`, value];
  });
}
