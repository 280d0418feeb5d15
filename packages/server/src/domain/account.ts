import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@debrief/contract';

/**
 * A person the embedded identity provider can sign in. Every account came into being through a single-use link
 * that fixed or witnessed its address, so the address always counts as verified.
 */
export interface AccountRecord {
  accountId: string;
  email: string;
  passwordHash: string;
  createdAt: number;
  updatedAt: number;
}

export type LinkPurpose = 'setup' | 'invitation' | 'password';

/** A single-use link. `subject` is whom it is for: only the newest link of a (purpose, subject) stands. */
export interface LinkRecord {
  tokenHash: string;
  linkId: string;
  purpose: LinkPurpose;
  subject: string;
  email: string | null;
  createdAt: number;
  expiresAt: number;
}

/** What the OpenID provider keeps: sessions, interactions, grants, codes, refresh tokens. Sealed by the caller. */
export interface PayloadRecord {
  model: string;
  idHash: string;
  payload: string;
  grantHash: string | null;
  uidHash: string | null;
  accountId: string | null;
  expiresAt: number;
  consumedAt: number | null;
}

/** A key of the provider, sealed by the caller. `ordinal` counts up within a kind; from `activeAt` on it is used. */
export interface KeyRecord {
  kind: 'signing' | 'cookie';
  ordinal: number;
  sealed: string;
  createdAt: number;
  activeAt: number;
}

/**
 * What the embedded identity provider keeps. Every method is one atomic step, also among several processes.
 * Throws `service_unavailable` while the database cannot be reached.
 */
export interface AccountStore {
  readonly account: {
    any(): Promise<boolean>;
    find(accountId: string): Promise<AccountRecord | undefined>;
    /** Lower-cased comparison (O10). */
    findByEmail(email: string): Promise<AccountRecord | undefined>;
    /** Spends the link and adds the account, or does neither. A set-up link only ever makes the first account. */
    create(account: AccountRecord, tokenHash: string): Promise<'created' | 'link_spent' | 'email_taken'>;
    changePassword(accountId: string, passwordHash: string, at: number): Promise<void>;
    /** Spends the link and sets the password of the account it is for; false when the link is spent already. */
    resetPassword(tokenHash: string, passwordHash: string, at: number): Promise<boolean>;
    /** The account, its links and everything it is signed in with. */
    delete(accountId: string): Promise<boolean>;
  };
  readonly link: {
    /** Voids the older link of the same purpose and subject. */
    issue(link: LinkRecord): Promise<void>;
    /** Issues this one unless one stands that is good beyond its `createdAt`; returns the one that stands. */
    keep(link: LinkRecord): Promise<LinkRecord>;
    find(tokenHash: string, at: number): Promise<LinkRecord | undefined>;
  };
  readonly payload: {
    save(payload: PayloadRecord): Promise<void>;
    find(model: string, idHash: string): Promise<PayloadRecord | undefined>;
    findByUid(model: string, uidHash: string): Promise<PayloadRecord | undefined>;
    /** False when it was consumed before: of two that race, one wins. */
    consume(model: string, idHash: string, at: number): Promise<boolean>;
    delete(model: string, idHash: string): Promise<void>;
    deleteGrant(grantHash: string): Promise<void>;
    /** Ends whatever the account is signed in with, but for the one session given. */
    deleteAccount(accountId: string, exceptIdHash?: string): Promise<void>;
  };
  readonly key: {
    list(kind: KeyRecord['kind']): Promise<KeyRecord[]>;
    /** False when that ordinal is taken: another process was first. */
    add(key: KeyRecord): Promise<boolean>;
    delete(kind: KeyRecord['kind'], ordinal: number): Promise<void>;
  };
  readonly attempt: {
    /** Shows `judge` when each bucket was last used and keeps what it makes of that. */
    change<Result>(
      buckets: readonly string[],
      judge: (histories: number[][]) => { histories: number[][]; result: Result },
    ): Promise<Result>;
  };
  /** Removes what expired before. */
  purge(at: number): Promise<void>;
}

const minute = 60_000;
const hour = 60 * minute;
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

/** The address as typed, trimmed; undefined when it is none (O10). */
export function readEmail(text: string): string | undefined {
  const email = text.trim();
  const fits = [...email].length <= limits.email && /^[^@\s\p{Cc}\p{Cs}]+@[^@\s\p{Cc}\p{Cs}]+$/u.test(email);
  return fits ? email : undefined;
}

/** The same password typed on another keyboard must be the same password. */
export const normalPassword = (text: string): string => text.normalize('NFKC');

export const passwordLength = { least: 12, most: 128 } as const;

export type PasswordFault = 'too_short' | 'too_long' | 'common' | 'personal';

/** Length and guessability only: no rules of composition (ASVS 6.2.5). */
export function passwordFault(
  password: string,
  email: string,
  isCommon: (lowerCased: string) => boolean,
): PasswordFault | undefined {
  const lower = normalPassword(password).toLowerCase();
  const length = [...normalPassword(password)].length;
  if (length < passwordLength.least) return 'too_short';
  if (length > passwordLength.most) return 'too_long';
  const personal = new Set(['debrief', ...email.toLowerCase().split('@'), email.toLowerCase()]);
  const bare = undecorated(lower);
  if (personal.has(lower) || personal.has(bare)) return 'personal';
  const unit = repeated(lower);
  if (isCommon(lower) || isCommon(bare)) return 'common';
  if (unit !== undefined && ([...unit].length <= 4 || isCommon(unit))) return 'common';
  return undefined;
}

/** Without the digits and signs people put around a word to make it longer. */
const undecorated = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** The unit of a text that is one unit several times over. */
function repeated(text: string): string | undefined {
  for (let length = 1; length <= text.length / 2; length++) {
    const unit = text.slice(0, length);
    if (text.length % length === 0 && unit.repeat(text.length / length) === text) return unit;
  }
  return undefined;
}

export interface AttemptRule {
  readonly windows: readonly { readonly ms: number; readonly most: number }[];
  /** From so many attempts in the longest window on, each has to wait twice as long as the one before. */
  readonly backOff?: { readonly after: number; readonly first: number; readonly most: number };
}

/** P3: never a lock-out, only ever longer waits. */
export const attemptRules = {
  account: {
    windows: [
      { ms: minute, most: 5 },
      { ms: hour, most: 20 },
    ],
    backOff: { after: 5, first: minute, most: 5 * minute },
  },
  address: { windows: [{ ms: minute, most: 30 }] },
  mail: { windows: [{ ms: hour, most: 3 }] },
} as const satisfies Record<string, AttemptRule>;

/** When the next attempt may be made; in the past when it may be made now. */
export function nextAttemptAt(history: readonly number[], rule: AttemptRule, now: number): number {
  let next = 0;
  for (const { ms, most } of rule.windows) {
    const within = history.filter((at) => at > now - ms);
    if (within.length >= most) next = Math.max(next, (within.at(-most) ?? now) + ms);
  }
  const last = history.at(-1);
  if (rule.backOff && last !== undefined && history.length >= rule.backOff.after) {
    const { after, first, most } = rule.backOff;
    next = Math.max(next, last + Math.min(first * 2 ** (history.length - after), most));
  }
  return next;
}

/** Clocks of several processes differ, and one that waited its turn looked at its clock earlier. */
const clockSkew = minute;

/**
 * The attempts that still count, oldest first. Those of a moment ahead count too, or a hundred at once would
 * overlook each other; those further ahead do not, so that a clock set back locks nobody out.
 */
export function recentAttempts(history: readonly number[], rule: AttemptRule, now: number): number[] {
  const longest = Math.max(...rule.windows.map((window) => window.ms));
  return history.filter((at) => at > now - longest && at <= now + clockSkew).sort((a, b) => a - b);
}

/** Adds the attempt to every history, or to none when one of the rules says to wait; `next` is until when. */
export function judgeAttempt(
  histories: readonly (readonly number[])[],
  rules: readonly AttemptRule[],
  now: number,
): { histories: number[][]; next: number } {
  const recent = rules.map((rule, index) => recentAttempts(histories[index] ?? [], rule, now));
  const next = Math.max(...rules.map((rule, index) => nextAttemptAt(recent[index] ?? [], rule, now)));
  return { histories: next > now ? recent : recent.map((history) => [...history, now]), next };
}

/** Only kept while it could still matter. */
export const attemptsKept = hour;
