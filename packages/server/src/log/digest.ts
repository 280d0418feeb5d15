import { hash } from 'node:crypto';

/** Half of a SHA-256: names a key, or the lines of a batch. */
export const digestBytes = (data: string | Uint8Array): Buffer =>
  hash('sha256', data, 'buffer').subarray(0, 16);

/** The same in hex. */
export const digest = (data: string | Uint8Array): string => digestBytes(data).toString('hex');
