import { Type } from 'typebox';
import { EnvironmentAnswer } from '../environment.ts';
import { id } from '../field.ts';
import {
  AuthorAnswer,
  ClaimAnswer,
  ClaimedEnvironment,
  ClaimRequestList,
  claimCode,
  DecideClaim,
  IssuedClaim,
  SetAuthor,
} from '../review/author.ts';
import { type Route, route } from '../route.ts';

const environmentId = Type.Object({ environmentId: id('`env_…`') });

/** Extensions: whose machine it is, and so whose sessions. */
export const authorRoutes = {
  issueClaim: route({
    method: 'POST',
    path: '/v1/environments/{environmentId}/claims',
    credential: 'secret',
    summary: 'Make a link with which a member says that this machine is theirs',
    params: environmentId,
    responses: { 201: IssuedClaim },
    errors: ['environment_not_found', 'environment_revoked'],
  }),
  getAuthor: route({
    method: 'GET',
    path: '/v1/environments/{environmentId}/author',
    credential: 'secret',
    summary: 'Whose machine this is',
    params: environmentId,
    responses: { 200: AuthorAnswer },
    errors: ['environment_not_found'],
  }),
  getClaim: route({
    method: 'GET',
    path: '/v1/organizations/me/claims/{code}',
    credential: 'jwt',
    role: 'member',
    summary: 'The machine a claim is about',
    params: claimCode,
    isGuessable: true,
    responses: { 200: ClaimAnswer },
    errors: ['claim_not_found'],
  }),
  claimEnvironment: route({
    method: 'POST',
    path: '/v1/organizations/me/claims/{code}',
    credential: 'jwt',
    role: 'member',
    summary: 'Become the author of the sessions of a machine',
    params: claimCode,
    isGuessable: true,
    responses: { 200: ClaimedEnvironment },
    errors: ['claim_not_found', 'environment_revoked'],
  }),
  listClaimRequests: route({
    method: 'GET',
    path: '/v1/organizations/me/claim-requests',
    credential: 'jwt',
    role: 'member',
    summary: 'Machines that somebody asks for: those one may decide about, and those one asked for',
    responses: { 200: ClaimRequestList },
    errors: [],
  }),
  decideClaim: route({
    method: 'POST',
    path: '/v1/organizations/me/claim-requests/{environmentId}/{userId}',
    credential: 'jwt',
    role: 'member',
    summary: 'Answer who asks for a machine (its author, or an admin); who asked may take it back',
    params: Type.Object({ environmentId: id('`env_…`'), userId: id('`usr_…` of who asks') }),
    body: DecideClaim,
    responses: { 200: EnvironmentAnswer },
    errors: ['environment_not_found', 'claim_not_found', 'not_yours'],
  }),
  setAuthor: route({
    method: 'PUT',
    path: '/v1/organizations/me/environments/{environmentId}/author',
    credential: 'jwt',
    role: 'admin',
    summary: 'Say whose machine it is',
    params: environmentId,
    body: SetAuthor,
    responses: { 200: EnvironmentAnswer },
    errors: ['environment_not_found', 'member_not_found'],
  }),
  clearAuthor: route({
    method: 'DELETE',
    path: '/v1/organizations/me/environments/{environmentId}/author',
    credential: 'jwt',
    role: 'admin',
    summary: "Say that it is nobody's machine",
    params: environmentId,
    responses: { 200: EnvironmentAnswer },
    errors: ['environment_not_found'],
  }),
} as const satisfies Record<string, Route>;
