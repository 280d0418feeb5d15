import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Uniform base62: bytes past the last full multiple of 62 are thrown away, so no letter is likelier. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

export function base62(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62))
    text = alphabet[rest % 62] + text;
  return text;
}

export type IdPrefix =
  | 'org'
  | 'usr'
  | 'sec'
  | 'env'
  | 'ins'
  | 'ses'
  | 'aud'
  | 'acc'
  | 'ntf'
  | 'int'
  | 'trm'
  | 'tok'
  | 'viw'
  | 'thr'
  | 'cmt'
  | 'rev'
  | 'red'
  | 'ept'
  | 'dlv'
  | 'lgh'
  | 'drq'
  | 'end'
  | 'les'
  | 'rdj';

/** 24 base62 characters, 142 random bits (H22). */
export const newId = (prefix: IdPrefix): string => `${prefix}_${randomBase62(24)}`;

/** An id that is the same for the same digest of at least 24 bytes. */
export const digestId = (prefix: IdPrefix, digest: Uint8Array): string =>
  `${prefix}_${[...digest.subarray(0, 24)].map((byte) => alphabet[byte % 62]).join('')}`;

/** Whether we could have issued it. Anything else is "not found" and never reaches the store (H8). */
export const isId = (prefix: IdPrefix, value: string): boolean =>
  value.startsWith(`${prefix}_`) && /^[A-Za-z0-9]{16,40}$/.test(value.slice(4));
