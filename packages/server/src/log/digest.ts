import { createHash } from 'node:crypto';

/** Half of a SHA-256, in hex: names a key, or the lines of a batch. */
export const digest = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('hex').slice(0, 32);
