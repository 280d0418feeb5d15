import type { TokenChannel, TokenScope } from '@debrief/contract';

/** What is kept of the token of a program; of the token itself a digest. */
export interface TokenRecord {
  tokenId: string;
  organizationId: string;
  /** Null: the organization's own. */
  userId: string | null;
  digest: string;
  name: string;
  scopes: readonly TokenScope[];
  createdBy: string;
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
  lastChannel: TokenChannel | null;
  revokedAt: number | null;
  revokedBy: string | null;
}

/** Tokens of members and organizations for their programs. */
export interface TokenStore {
  /** False: whoever it is for has `most` that work. */
  add(token: TokenRecord, most: number): Promise<boolean>;
  /** Never cached, like a secret. */
  findByDigest(digest: string): Promise<TokenRecord | undefined>;
  find(organizationId: string, tokenId: string): Promise<TokenRecord | undefined>;
  noteUse(tokenId: string, at: number, channel: TokenChannel): Promise<void>;
  /** Of one member, or all; the newest first. */
  list(organizationId: string, userId?: string): Promise<TokenRecord[]>;
  /** False when it was revoked before. */
  revoke(tokenId: string, revoked: { by: string; at: number }): Promise<boolean>;
}
