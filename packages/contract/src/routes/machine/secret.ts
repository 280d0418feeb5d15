import { Type } from 'typebox';
import { id } from '../../field.ts';
import { IssuedSecret, IssueSecret, Secret, SecretList } from '../../machine/secret.ts';
import { type Route, route } from '../../route.ts';

const secretId = Type.Object({ secretId: id('`sec_…`') });

/** What machines sign in with. */
export const secretRoutes = {
  issueSecret: route({
    number: 8,
    method: 'POST',
    path: '/v1/organizations/me/secrets',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Issue an organization secret',
    body: IssueSecret,
    responses: { 201: IssuedSecret },
    errors: ['limit_reached'],
  }),
  listSecrets: route({
    number: 9,
    method: 'GET',
    path: '/v1/organizations/me/secrets',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'List secrets, metadata only',
    responses: { 200: SecretList },
    errors: [],
  }),
  revokeSecret: route({
    number: 10,
    method: 'DELETE',
    path: '/v1/organizations/me/secrets/{secretId}',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Revoke a secret',
    params: secretId,
    responses: { 200: Secret },
    errors: ['secret_not_found'],
  }),
} as const satisfies Record<string, Route>;
