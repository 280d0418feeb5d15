import { Type } from 'typebox';
import { IssuedToken, IssueToken, ListTokens, PersonalToken, TokenList } from '../../access/token.ts';
import { id } from '../../field.ts';
import { type Route, route } from '../../route.ts';

/** Extensions: what programs of a member, or the gate of an organization, ask with. */
export const tokenRoutes = {
  issueToken: route({
    method: 'POST',
    path: '/v1/organizations/me/tokens',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'Make a token for a program; an admin also one of the organization, for the gate',
    body: IssueToken,
    responses: { 201: IssuedToken },
    errors: ['limit_reached', 'insufficient_role'],
  }),
  listTokens: route({
    method: 'GET',
    path: '/v1/organizations/me/tokens',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'The caller’s tokens; for admins also all of the organization. Metadata only',
    query: ListTokens,
    responses: { 200: TokenList },
    errors: ['insufficient_role'],
  }),
  revokeToken: route({
    method: 'DELETE',
    path: '/v1/organizations/me/tokens/{tokenId}',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'Revoke a token of one’s own; an admin any of the organization',
    params: Type.Object({ tokenId: id('`tok_…`') }),
    responses: { 200: PersonalToken },
    errors: ['token_not_found'],
  }),
} as const satisfies Record<string, Route>;
