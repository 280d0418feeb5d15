import { alnum, base64, chosen, hex, type Make, mixed, urlSafe, weak } from '../fourth/value.ts';
import { ALNUM, DIGIT, LOWER, type Random, UPPER } from '../random.ts';

/** A place, and the kinds of values that stand there: each kind is a case of its own. */
export type Place = readonly [makes: readonly Make[], place: (secret: string, random: Random) => string];
export type Places = Readonly<Record<string, Place>>;

const WORDS = [
  'orbit',
  'cactus',
  'velour',
  'tundra',
  'marble',
  'pickle',
  'raven',
  'sierra',
  'mango',
  'zephyr',
];

/** `tundra-marble-42`: what password managers offer to remember. */
export const spoken: Make = (r) => `${r.pick(WORDS)}-${r.pick(WORDS)}-${r.pick(WORDS)}-${r.text(DIGIT, 2)}`;
/** `Raven2024!`: a word, a year, a mark at the end. */
export const yearly: Make = (r) => {
  const word = r.pick(WORDS);
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}20${r.text(DIGIT, 2)}!`;
};
/** `r4v3nM@ngo`: letters that are written as digits. */
export const leet: Make = (r) =>
  `${r.text(LOWER, 3)}${r.text(DIGIT, 1)}${r.text(LOWER, 2)}@${r.text(UPPER, 1)}${r.text(LOWER, 3)}${r.text(DIGIT, 1)}`;
export const caps32: Make = (r) => r.text('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 32);
export const serial: Make = (r) =>
  [5, 5, 5, 5, 5].map((length) => r.text(`${UPPER}${DIGIT}`, length)).join('-');
export const digits =
  (length: number): Make =>
  (r) =>
    r.text(DIGIT, length);
export const short: Make = (r) => r.text(ALNUM, 12);

/** What people choose. */
export const PASSWORDS: readonly Make[] = [weak, chosen, yearly, leet, mixed, spoken];
/** What machines make. */
export const KEYS: readonly Make[] = [alnum(32), hex(40), urlSafe(43), base64(32)];
export const BOTH: readonly Make[] = [...PASSWORDS, ...KEYS];
