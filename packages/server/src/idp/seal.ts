import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps what must not be readable in a stolen database: AES-256-GCM, a key of its own for each use. */
export interface Sealer {
  /** `label` says what the text is; it only opens under the same one. */
  seal(text: string, label: string): string;
  /** Undefined when it was sealed with another key, for another use, or altered. */
  open(sealed: string, label: string): string | undefined;
  /** A keyed digest, to look a secret value up by. */
  hash(value: string): string;
  derive(use: string): Buffer;
}

export function createSealer(encryptionKey: Buffer): Sealer {
  if (encryptionKey.length !== 32) throw new Error('The encryption key must have 32 bytes.');
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', encryptionKey, Buffer.alloc(0), `debrief idp ${use}`, 32));
  const sealing = derive('seal');
  const hashing = derive('hash');
  return {
    derive,
    seal(text, label) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(label));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, label) {
      if (!sealed.startsWith('v1.')) return undefined;
      const bytes = Buffer.from(sealed.slice(3), 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12), {
          authTagLength: 16,
        })
          .setAAD(Buffer.from(label))
          .setAuthTag(bytes.subarray(12, 28));
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
    hash: (value) => createHmac('sha256', hashing).update(value).digest('base64url'),
  };
}
