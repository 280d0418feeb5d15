import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Wanted } from './wanted.ts';

/**
 * What is to be taken out has to be kept until that is done, also over a restart. It is sealed, so that no file and no
 * backup of those minutes holds the words.
 */

const keyOf = (pepper: KeyObject): Buffer =>
  Buffer.from(hkdfSync('sha256', pepper.export(), Buffer.alloc(0), 'debrief redaction', 32));

export function seal(pepper: KeyObject, redactionId: string, wanted: Wanted): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(pepper), iv).setAAD(Buffer.from(redactionId));
  const body = Buffer.concat([cipher.update(JSON.stringify(wanted), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** Throws when it was sealed with another key, for another redaction, or altered. */
export function unseal(pepper: KeyObject, redactionId: string, sealed: string): Wanted {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(pepper), bytes.subarray(0, 12), {
    authTagLength: 16,
  })
    .setAAD(Buffer.from(redactionId))
    .setAuthTag(bytes.subarray(12, 28));
  const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  return JSON.parse(text) as Wanted;
}
