import { hash } from 'node:crypto';

/** Half of a SHA-256, in hex: names a key, or the lines of a batch. */
export const digest = (data: string | Uint8Array): string => hash('sha256', data, 'hex').slice(0, 32);
