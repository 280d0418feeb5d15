/** A small seeded generator (mulberry32), so that a failing secret can be made again. */
export type Random = {
  below(limit: number): number;
  text(alphabet: string, length: number): string;
  pick<T>(from: readonly T[]): T;
};

export const LOWER = 'abcdefghijklmnopqrstuvwxyz';
export const UPPER = LOWER.toUpperCase();
export const DIGIT = '0123456789';
export const HEX = '0123456789abcdef';
export const ALNUM = UPPER + LOWER + DIGIT;
export const WORD = `${ALNUM}_-`;
export const BASE64 = `${ALNUM}+/`;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    text: (alphabet, length) =>
      Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join(''),
    pick: (from) => from[below(from.length)] as (typeof from)[number],
  };
}
