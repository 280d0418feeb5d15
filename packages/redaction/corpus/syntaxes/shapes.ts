import { ALNUM, BASE64, DIGIT, HEX, LOWER, type Random, UPPER } from '../random.ts';

/** Makes one value of a shape: what machines make and what people make up. */
export type Shape = (random: Random) => string;

const WORDS = 'amber birch cobalt drizzle ember flint gravel heron indigo juniper kestrel lagoon'.split(' ');
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const word = (random: Random) => random.pick(WORDS);
const grouped = (random: Random) => Array.from({ length: 3 }, () => random.text(ALNUM, 6)).join('-');
/** Draws again until there is a small letter, a capital and two digits apart. */
const mixed =
  (make: Shape): Shape =>
  (random) => {
    for (;;) {
      const value = make(random);
      if (/[a-z]/.test(value) && /[A-Z]/.test(value) && /\d\D+\d/.test(value)) return value;
    }
  };

/** They speak for themselves: nobody writes a word so. */
export const PLAIN_SHAPES: Readonly<Record<string, Shape>> = {
  'sixteen letters and digits': mixed((r) => r.text(ALNUM, 16)),
  'forty letters and digits': mixed((r) => r.text(ALNUM, 40)),
  'three groups': mixed(grouped),
  'for an address': mixed((r) => `${r.text(ALNUM, 9)}_${r.text(ALNUM, 8)}-${r.text(ALNUM, 6)}`),
  'with marks': mixed(
    (r) => `${r.text(ALNUM, 5)}!${r.text(ALNUM, 5)}%${r.text(ALNUM, 4)}${r.text(DIGIT, 2)}`,
  ),
};

/** They are secret by what stands beside them. */
export const NAMED_SHAPES: Readonly<Record<string, Shape>> = {
  hex: (r) => r.text(HEX, 40),
  'base64 of 32 bytes': (r) => `${r.text(BASE64, 43)}=`,
  'small letters and digits': (r) => r.text(LOWER + DIGIT, 24),
  'capitals and digits': (r) => r.text(UPPER + DIGIT, 20),
  'a word, digits, a mark': (r) => `${capital(word(r))}${r.text('!#%+?', 1)}${r.text(DIGIT, 3)}`,
  'words and digits': (r) => `${word(r)}-${word(r)}-${word(r)}-${r.text(DIGIT, 2)}`,
  'words with capitals': (r) => `${capital(word(r))}.${capital(word(r))}.${r.text(DIGIT, 3)}`,
  'a word in two': (r) => `${word(r)}${r.text(DIGIT, 3)}${word(r).slice(0, 3).toUpperCase()}!`,
};
