import { SHAPES } from './shapes.ts';

/** What a long run is made of, one bit for each: read once, and most runs need no other look. */
export const DIGIT = 1;
export const CAPITAL = 2;
const HEX_LETTER = 4;
const HYPHEN = 8;
const OTHER = 16;
/** Two characters in a row with which the hint of a shape begins; or one mark, where that is the hint. */
export const HINT = 32;

const UUID_LENGTH = 36;
/** So much of a run tells what it is made of. A hint may stand anywhere. */
const HEAD = 64;
const LONGEST_HEX = 64;

/** By two codes below 128. */
const LOOKS = new Uint8Array(1 << 14);
for (let before = 0; before < 128; before++)
  for (let code = 0; code < 128; code++) LOOKS[(before << 7) | code] = kindOf(String.fromCharCode(code));
for (const { hint } of SHAPES) {
  const [first, second] = [hint.charCodeAt(0), hint.charCodeAt(1)];
  if (hint.length === 1) for (let before = 0; before < 128; before++) mark(before, first);
  else mark(first, second);
}

function mark(before: number, code: number): void {
  const at = (before << 7) | code;
  LOOKS[at] = (LOOKS[at] as number) | HINT;
}

function kindOf(character: string): number {
  if (/\d/.test(character)) return DIGIT;
  if (/[A-Z]/.test(character)) return CAPITAL;
  if (/[a-f]/.test(character)) return HEX_LETTER;
  return character === '-' ? HYPHEN : OTHER;
}

/** A character that is not ASCII may stand where the search was told of a run: it counts as another. */
export function looksOf(text: string, start: number, end: number): number {
  let looks = 0;
  let before = 0;
  const head = Math.min(end, start + HEAD);
  for (let i = start; i < head; i++) {
    const code = Math.min(text.charCodeAt(i), 127);
    looks |= LOOKS[(before << 7) | code] as number;
    before = code;
  }
  for (let i = head; i < end; i++) {
    const code = Math.min(text.charCodeAt(i), 127);
    looks |= (LOOKS[(before << 7) | code] as number) & HINT;
    before = code;
  }
  return looks;
}

/** A hash, or a uuid. Other lengths with dashes may be tokens. */
export const isPlainHex = (looks: number, length: number): boolean =>
  length <= LONGEST_HEX &&
  (looks & (CAPITAL | OTHER)) === 0 &&
  ((looks & HYPHEN) === 0 || length === UUID_LENGTH);
