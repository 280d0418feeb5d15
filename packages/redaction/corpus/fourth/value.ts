import { ALNUM, BASE64, DIGIT, HEX, LOWER, type Random, UPPER, WORD } from '../random.ts';

/** Makes a value, so that no file has one in it. */
export type Make = (random: Random) => string;
/** How a value stands in what an agent reads, runs or prints. */
export type Way = readonly [make: Make, place: (secret: string, random: Random) => string];
export type Ways = Readonly<Record<string, Way>>;

const STEMS = ['harvest', 'lantern', 'pebble', 'thunder', 'willow', 'saffron', 'copper', 'meadow', 'falcon'];

export const alnum =
  (length: number): Make =>
  (r) =>
    r.text(ALNUM, length);
export const hex =
  (length: number): Make =>
  (r) =>
    r.text(HEX, length);
export const urlSafe =
  (length: number): Make =>
  (r) =>
    `${r.text(ALNUM, 1)}${r.text(WORD, length - 2)}${r.text(ALNUM, 1)}`;
export const base64 =
  (bytes: number): Make =>
  (r) =>
    `${r.text(BASE64, Math.ceil((bytes * 4) / 3))}${['', '==', '='][bytes % 3]}`;
export const uuid: Make = (r) => [8, 4, 4, 4, 12].map((n) => r.text(HEX, n)).join('-');
export const pin: Make = (r) => r.text(DIGIT, 8);
/** What a password manager makes. */
export const mixed: Make = (r) =>
  `${r.text(ALNUM, 5)}${r.text('!#%*^~', 1)}${r.text(ALNUM, 6)}_${r.text(DIGIT, 2)}`;
/** What a person makes up when a rule asks for a capital, a digit and a mark. */
export const chosen: Make = (r) => {
  const word = r.pick(STEMS);
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}${r.text('!@#*', 1)}${r.text(DIGIT, 3)}`;
};
/** What a person makes up when none does. */
export const weak: Make = (r) => `${r.pick(STEMS)}${r.text(LOWER, 2)}${r.text(DIGIT, 3)}`;
export const caps: Make = (r) => r.text(`${UPPER}${DIGIT}`, 16);
/** Some of these look like a vendor's: their parts are put together here only. */
export const after =
  (parts: readonly string[], make: Make, joint = '_'): Make =>
  (r) =>
    `${parts.join(joint)}${make(r)}`;

export const b64 = (text: string) => Buffer.from(text).toString('base64');
