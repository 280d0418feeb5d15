import { isGibberish } from '../gibberish.ts';
import { isMarked, isStandIn, looksRandom, UUID } from '../judge.ts';

/** How a value was known to be a secret: by where it comes from, by its own form, or by a name that stood beside it. */
export type Certainty = 'source' | 'form' | 'name';

const SHORTEST = 8;
/** Longer values are remembered by the words they are made of. */
export const LONGEST = 400;
/** Under a name even a digest or an id may stand that is met everywhere later. */
const ID = /^(?:[0-9a-f]{1,128}|\d{1,20})$/i;
const MADE_UP = /^(?=.{10,40}$)[a-z]{5,30}\d{3,8}$/i;
const WORD_OR_PATH =
  /^(?:[A-Za-z]{1,19}|[a-z]+(?:[-_ .][a-z]+){1,8}|\d{1,11}|(?:\.{0,2}|~)\/[\w./-]{1,300}|https?:\/\/[^@]{1,300}|\d{4}-\d\d-\d\dT[\d:.Z+-]{5,20})$/i;

export const isRandom = (value: string): boolean => looksRandom(value) || isGibberish(value);

/** Whether the value may be struck wherever it comes again. What is met by chance must not. */
export function isMemorable(value: string, certainty: Certainty): boolean {
  if (value.length < SHORTEST || value.length > LONGEST || /\s/.test(value)) return false;
  if (value.includes('[REDACTED:') || isStandIn(value) || WORD_OR_PATH.test(value)) return false;
  if (certainty === 'source') return true;
  // What a person made up: a letter, a digit and a mark in one word, or a word and a number that nobody meets by chance.
  if (isMarked(value) || (certainty === 'name' && MADE_UP.test(value))) return true;
  if (!isRandom(value)) return false;
  return certainty === 'form'
    ? value.length >= 12
    : value.length >= 16 && !UUID.test(value) && !ID.test(value);
}

/** In a file of settings there are words and pieces of code, too. */
const isNoCode = (value: string) =>
  isRandom(value) || (/\d/.test(value) && /[A-Za-z]/.test(value) && !/["'`(){}[\]]/.test(value));

const MOST_WORDS = 64;
const SEPARATORS = /(?:\\{1,3}[nrt]|[\s"'`,;=<>|→])+/;

/** The values that a struck text is made of. */
export function valuesIn(text: string, certainty: Certainty): string[] {
  const whole = text.trim().replace(/^(["'`])(.*)\1$/s, '$2');
  if (isMemorable(whole, certainty)) return [whole];
  const values = new Set<string>();
  for (const line of text
    .slice(0, 100_000)
    .split(/\r?\n|\\n/)
    .slice(0, 400)) {
    // `NAME=value` and `name: value`: the whole value, marks and all.
    const value =
      /^[\s+-]{0,20}(?:export )?["']?[\w.-]{1,80}["']?\s{0,4}[=:]\s{0,4}["']?(\S{8,400}?)["',;]{0,3}\s{0,4}$/.exec(
        line,
      )?.[1];
    if (value !== undefined && isMemorable(value, certainty) && isNoCode(value)) values.add(value);
    else
      for (const word of line.split(SEPARATORS))
        if (word.length >= 12 && isMemorable(word, certainty === 'source' ? 'form' : certainty))
          values.add(word);
    if (values.size >= MOST_WORDS) break;
  }
  return [...values];
}
