import { createHash, randomBytes } from 'node:crypto';

const hour = 3_600_000;
const day = 24 * hour;

export const linkLifetime = {
  setup: 7 * day,
  invitation: 7 * day,
  /** Handed over by the operator. */
  password: day,
  /** Asked for on the sign-in page and sent by e-mail. */
  forgottenPassword: hour,
} as const;

/** 256 random bits. Only the digest is stored. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');

export const isLinkToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
