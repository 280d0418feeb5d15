import { ALNUM, BASE64, DIGIT, HEX, LOWER, type Random, WORD } from '../random.ts';

export type Make = (random: Random) => string;
/** One way in which a secret is printed: what is made, and the text (or the record) it stands in. */
export type Way = readonly [make: Make, place: (secret: string, random: Random) => unknown];

const WORDS =
  'maple harbor velvet copper lantern orchid falcon granite pepper willow saddle thunder marble canyon ember quartz'.split(
    ' ',
  );
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Letters and digits, as most services make their tokens. */
export const token: Make = (random) => `${random.text(ALNUM, 9)}${random.below(10)}${random.text(ALNUM, 22)}`;
export const shortToken: Make = (random) =>
  `${random.text(LOWER + DIGIT, 7)}4${random.text(LOWER + DIGIT, 12)}`;
export const hex32: Make = (random) => random.text(HEX, 32);
export const hex64: Make = (random) => random.text(HEX, 64);
export const key44: Make = (random) => `${random.text(BASE64, 43)}=`;
export const urlSafe: Make = (random) =>
  `${random.text(ALNUM, 3)}8${random.text(WORD, 38)}${random.text(ALNUM, 1)}`;
export const guid: Make = (random) => [8, 4, 4, 4, 12].map((length) => random.text(HEX, length)).join('-');
/** As people choose them. */
export const chosen: Make = (random) =>
  `${capital(random.pick(WORDS))}${random.pick([...'!#@%*'])}${random.pick(WORDS)}${random.below(90) + 10}`;
/** A word and digits: the weakest that is still in use everywhere. */
export const weak: Make = (random) => `${random.pick(WORDS)}${random.below(900) + 100}`;
/** As a manager of passwords makes them. */
export const strong: Make = (random) =>
  `${random.text(ALNUM, 6)}${random.pick([...'!^*?'])}${random.text(ALNUM, 5)}${random.pick([...'#%+~'])}${random.below(10)}${random.text(ALNUM, 3)}`;
/** Words with hyphens. */
export const phrase: Make = (random) =>
  `${random.pick(WORDS)}-${random.pick(WORDS)}-${random.pick(WORDS)}-${random.pick(WORDS)}`;

export const base64 = (text: string): string => Buffer.from(text).toString('base64');
