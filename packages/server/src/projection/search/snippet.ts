import { type Word, wordsOf } from './words.ts';

/** Words in this order, one after the other. */
export interface Phrase {
  words: readonly string[];
  /** The last word may go on. */
  isPrefix: boolean;
}

const before = 60;
const length = 220;
const ellipsis = '…';

/** The surroundings of the first match on one line, and where in them the matches are. */
export function snippetOf(whole: string, phrases: readonly Phrase[]): { text: string; matches: number[][] } {
  const line = whole.replace(/\s+/g, ' ').trim();
  const words = wordsOf(line);
  const ranges = merged(phrases.flatMap((phrase) => rangesOf(words, phrase)));
  const begin = atWord(words, (ranges[0]?.[0] ?? 0) - before);
  const end = wholeCharacter(line, begin + length);
  const prefix = begin > 0 ? ellipsis : '';
  const shift = prefix.length - begin;
  return {
    text: prefix + line.slice(begin, end) + (end < line.length ? ellipsis : ''),
    matches: ranges
      .filter(([from]) => from >= begin && from < end)
      .map(([from, to]) => [from + shift, Math.min(to, end) + shift]),
  };
}

/** Whether a text has the words of a phrase, in its order. */
export const phraseIn = (text: string, phrase: Phrase): boolean => rangesOf(wordsOf(text), phrase).length > 0;

type Range = [from: number, to: number];

function rangesOf(words: readonly Word[], phrase: Phrase): Range[] {
  const last = phrase.words.length - 1;
  const matches = (at: number) =>
    phrase.words.every((wanted, index) => {
      const found = words[at + index]?.word;
      if (found === undefined) return false;
      return index === last && phrase.isPrefix ? found.startsWith(wanted) : found === wanted;
    });
  return words.flatMap(({ start }, index): Range[] =>
    matches(index) ? [[start, (words[index + last] as Word).end]] : [],
  );
}

function merged(ranges: Range[]): Range[] {
  const result: Range[] = [];
  for (const [from, to] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** Not in the middle of a word: where the first one after `place` begins. */
function atWord(words: readonly Word[], place: number): number {
  if (place <= 0) return 0;
  return words.find(({ start }) => start >= place)?.start ?? 0;
}

/** Not in the middle of a character that takes two units. */
function wholeCharacter(text: string, place: number): number {
  if (place >= text.length) return text.length;
  return /[\uDC00-\uDFFF]/.test(text[place] as string) ? place - 1 : place;
}
