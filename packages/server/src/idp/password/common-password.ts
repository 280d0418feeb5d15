import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * The 10 000 most used passwords of 12 to 128 characters and the 10 000 most used of 4 to 11 (which people
 * decorate or repeat until they are long enough), lower-cased, from Mark Burnett's ten million passwords
 * (released to the public domain; the copy in SecLists is under the MIT licence). ASVS 6.2.4 asks for 3 000.
 * Kept as the first 48 bits of their SHA-256, sorted: nobody needs to read them.
 */
const list = readFileSync(new URL('./common-password.bin', import.meta.url));
const bytes = 6;

export const commonPasswords = list.length / bytes;

export function isCommonPassword(lowerCased: string): boolean {
  const wanted = createHash('sha256').update(lowerCased).digest().subarray(0, bytes);
  let low = 0;
  let high = commonPasswords - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = list.compare(wanted, 0, bytes, middle * bytes, (middle + 1) * bytes);
    if (order === 0) return true;
    // `order` is how the list's entry stands to the wanted one.
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
