import { limits } from '@debrief/contract';
import type { MemberRecord } from '../domain/records.ts';

/**
 * A person the embedded identity provider can sign in. Several accounts may claim one address; at most one of them
 * has proved it (O18).
 */
export interface AccountRecord {
  accountId: string;
  email: string;
  /** A link that travelled to the address by mail, and in no other way, was used for this account. */
  emailVerified: boolean;
  passwordHash: string;
  /** Since when the operator does not let this account sign in. */
  disabledAt: number | null;
  createdAt: number;
  updatedAt: number;
}

export type NewAccount = Omit<AccountRecord, 'emailVerified' | 'disabledAt'>;

export interface CreatedAccount {
  account: AccountRecord;
  /** What an invitation made of it. */
  member: MemberRecord | undefined;
}

/** So many accounts of one address are looked at; each costs a password check. */
export const maxClaims = 8;

export type LinkPurpose = 'setup' | 'invitation' | 'password';

/** How a link reaches its reader: by mail alone, or shown to somebody who hands it over. Only mail proves an address. */
export type LinkCarrier = 'mail' | 'hand';

/** A single-use link. `subject` is whom it is for: only the newest link of a (purpose, subject) stands. */
export interface LinkRecord {
  tokenHash: string;
  linkId: string;
  purpose: LinkPurpose;
  subject: string;
  email: string | null;
  carrier: LinkCarrier;
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
    /**
     * The accounts that claim this address, compared lower-cased (O10): the one that has proved it first, then the
     * newest; at most `maxClaims`.
     */
    findByEmail(email: string): Promise<AccountRecord[]>;
    /**
     * Spends the link, adds the account and, for an invitation, makes it that member; or does none of it. A set-up
     * link only ever makes the first account. The address counts as proved when the link came by mail and no other
     * account has proved it.
     */
    create(account: NewAccount, tokenHash: string, issuer: string): Promise<CreatedAccount | 'link_spent'>;
    /** Spends an invitation link and makes an existing account that member, or does neither (O19). */
    accept(
      tokenHash: string,
      account: AccountRecord,
      issuer: string,
      at: number,
    ): Promise<MemberRecord | 'link_spent' | 'has_membership'>;
    changePassword(accountId: string, passwordHash: string, at: number): Promise<void>;
    /**
     * Spends the link and sets the password of the account it is for; false when the link is spent already. A link
     * that came by mail proves the address, unless another account has proved it.
     */
    resetPassword(tokenHash: string, passwordHash: string, at: number): Promise<boolean>;
    /** Disables the account and ends whatever it is signed in with, or enables it (`undefined`). */
    setDisabled(accountId: string, issuer: string, at: number | undefined): Promise<void>;
    /** The account, its links and everything it is signed in with. */
    delete(accountId: string): Promise<boolean>;
  };
  readonly link: {
    /** Voids the older link of the same purpose and subject. */
    issue(link: LinkRecord): Promise<void>;
    /** Issues this one unless one stands that is good beyond its `createdAt`; returns the one that stands. */
    keep(link: LinkRecord): Promise<LinkRecord>;
    find(tokenHash: string, at: number): Promise<LinkRecord | undefined>;
    /** The link that stands for this purpose and subject. */
    findFor(purpose: LinkPurpose, subject: string, at: number): Promise<LinkRecord | undefined>;
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
  /** Removes what expired before `at`, and attempts made before `attemptsBefore`. */
  purge(at: number, attemptsBefore: number): Promise<void>;
}

/** The address as typed, trimmed; undefined when it is none (O10). */
export function readEmail(text: string): string | undefined {
  const email = text.trim();
  const fits = [...email].length <= limits.email && /^[^@\s\p{Cc}\p{Cs}]+@[^@\s\p{Cc}\p{Cs}]+$/u.test(email);
  return fits ? email : undefined;
}
