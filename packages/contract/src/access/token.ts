import { type Static, Type } from 'typebox';
import { choice, id, text, timestamp } from '../field.ts';
import { limits } from '../limits.ts';

/** What a token may be used for; never more than its member may. */
export const tokenScopes = ['sessions:read', 'reviews:write', 'gate:read', 'audit:read'] as const;
export const TokenScope = choice(
  tokenScopes,
  '`sessions:read`: what its member may read. `reviews:write`: reply in threads. `gate:read`: what the gate of a merge asks. `audit:read`: follow the audit log, of admins alone.',
);
export type TokenScope = Static<typeof TokenScope>;

/** How a token was used. */
export const tokenChannels = ['token', 'mcp', 'gate'] as const;
export const TokenChannel = choice(tokenChannels, 'How it was used.');
export type TokenChannel = Static<typeof TokenChannel>;

export const tokenPrefix = 'pat_';

const fields = {
  tokenId: id('`tok_…`'),
  userId: Type.Optional(id('`usr_…` of its member; absent: it is the organization’s.')),
  name: Type.String(),
  scopes: Type.Array(TokenScope),
  status: choice(['active', 'expired', 'revoked']),
  createdBy: id('`usr_…`'),
  createdAt: timestamp,
  expiresAt: timestamp,
  lastUsedOn: Type.Optional(Type.String({ description: '`YYYY-MM-DD`, UTC' })),
  lastChannel: Type.Optional(TokenChannel),
  revokedAt: Type.Optional(timestamp),
  revokedBy: Type.Optional(id('`usr_…`')),
};

/** Extension: a token that a member made for a program; or an admin, for the organization. */
export const PersonalToken = Type.Object(fields);
export type PersonalToken = Static<typeof PersonalToken>;

export const IssuedToken = Type.Object({
  ...fields,
  token: Type.String({ description: 'The plaintext, shown this once.' }),
});
export type IssuedToken = Static<typeof IssuedToken>;

export const TokenList = Type.Object({ tokens: Type.Array(PersonalToken) });
export type TokenList = Static<typeof TokenList>;

export const IssueToken = Type.Object({
  name: text(limits.label, { min: 1, description: 'What will use it.' }),
  scopes: Type.Array(TokenScope, { minItems: 1, maxItems: tokenScopes.length, uniqueItems: true }),
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.tokenDays.max,
      description: `How long it works. Default ${limits.tokenDays.default}, at most ${limits.tokenDays.max}.`,
    }),
  ),
  forOrganization: Type.Optional(
    Type.Boolean({
      description: 'Needs an admin, and `gate:read` or `audit:read` alone: it stays when its maker leaves.',
    }),
  ),
});
export type IssueToken = Static<typeof IssueToken>;

export const ListTokens = Type.Object({
  of: Type.Optional(
    choice(
      ['me', 'organization'],
      'Default `me`. `organization`, for admins: its own and those of all members.',
    ),
  ),
});
export type ListTokens = Static<typeof ListTokens>;
