import { createHmac } from 'node:crypto';

/** How texts are compared without keeping them: everything depends on a key that stays on the machine. */
export type Fingerprint = {
  /** Of the six characters in the pairs that end here, in `INDEX_BITS` bits. */
  readonly factor: number;
  /** Of a piece of text, by its character codes: in 53 bits, so that it is a number. */
  of(text: string, from: number, to: number): number;
  /** Of a whole secret. */
  mac(secret: string): string;
};

export const INDEX_BITS = 20;
/** So many characters an index is made of. */
export const WINDOW = 6;

export function fingerprints(machineKey: string): Fingerprint {
  const words = createHmac('sha256', machineKey).update('known secrets').digest();
  // The low eight bits are zero: what was four pairs ago has been shifted out.
  const factor = Math.imul(words.readInt32LE(0) | 1, 256);
  const [first, second] = [words.readInt32LE(4) | 1, words.readInt32LE(8) | 1];
  const [seed, other] = [words.readInt32LE(12), words.readInt32LE(16)];
  return {
    factor,
    of(text, from, to) {
      let [a, b] = [seed, other];
      for (let i = from; i < to; i++) {
        const code = text.charCodeAt(i);
        a = Math.imul(a ^ code, first);
        b = Math.imul(b + code, second) ^ (b >>> 15);
        a ^= a >>> 13;
      }
      return (a >>> 0) * 2 ** 21 + (b >>> 11);
    },
    mac: (secret) => createHmac('sha256', machineKey).update(secret).digest('hex'),
  };
}

/** The sum of the six characters of a text from here on; characters are cut to a byte, as where texts are searched. */
export function sumOf(text: string, at: number, factor: number): number {
  let sum = 0;
  for (let i = at; i < at + WINDOW; i += 2)
    sum = Math.imul(sum + ((text.charCodeAt(i) & 255) | ((text.charCodeAt(i + 1) & 255) << 8)), factor);
  return sum >>> 0;
}

/** The part of a sum that is looked up, and all of it that is ever kept. */
export const indexOf = (sum: number): number => sum >>> (32 - INDEX_BITS);
