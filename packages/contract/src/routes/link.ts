import { Type } from 'typebox';
import { id } from '../field.ts';
import { limits } from '../limits.ts';
import { ReportCommits, ReportedCommits, sha } from '../link/commit.ts';
import {
  CreatedIntegration,
  CreateIntegration,
  DeliveryAnswer,
  DeliveryQuery,
  Integration,
  IntegrationList,
} from '../link/integration.ts';
import { FindLinks, FoundLinks, SessionLinks } from '../link/link.ts';
import { PullAddress } from '../link/pull-request.ts';
import { GetRepository, RepositoryDetails } from '../link/repository.ts';
import { type Route, route } from '../route.ts';

const sessionId = Type.Object({ sessionId: id('`ses_…`') });
const link = Type.Object({ sessionId: id('`ses_…`'), sha });
const integrationId = Type.Object({ integrationId: id('`int_…`') });
const emptyBody = Type.Object({});

/** From code to the sessions behind it, and back. */
export const linkRoutes = {
  reportCommits: route({
    method: 'POST',
    path: '/v1/sessions/{sessionId}/commits',
    credential: 'secret',
    summary: 'Tell of commits that were made where a session runs; telling again changes nothing',
    params: sessionId,
    body: ReportCommits,
    bodyLimit: limits.reportBodyBytes,
    gzip: true,
    responses: { 200: ReportedCommits },
    errors: ['session_not_found', 'limit_reached'],
  }),
  findLinks: route({
    method: 'GET',
    path: '/v1/organizations/me/links',
    credential: 'jwt',
    role: 'member',
    terminal: true,
    summary: 'The sessions behind a commit, a pull request or a file; with a line, the event that wrote it',
    query: FindLinks,
    responses: { 200: FoundLinks },
    errors: ['commit_not_found'],
  }),
  listSessionLinks: route({
    method: 'GET',
    path: '/v1/organizations/me/sessions/{sessionId}/links',
    credential: 'jwt',
    role: 'member',
    terminal: true,
    summary: 'The commits and pull requests that a session led to',
    params: sessionId,
    responses: { 200: SessionLinks },
    errors: ['session_not_found'],
  }),
  addLink: route({
    method: 'PUT',
    path: '/v1/organizations/me/sessions/{sessionId}/links/{sha}',
    credential: 'jwt',
    role: 'member',
    summary: 'Say that a session led to a commit; this wins over any conclusion',
    params: link,
    body: emptyBody,
    responses: { 200: SessionLinks },
    errors: ['session_not_found', 'commit_not_found'],
  }),
  removeLink: route({
    method: 'DELETE',
    path: '/v1/organizations/me/sessions/{sessionId}/links/{sha}',
    credential: 'jwt',
    role: 'member',
    summary: 'Say that a session did not lead to a commit; this wins over any conclusion',
    params: link,
    responses: { 200: SessionLinks },
    errors: ['session_not_found', 'commit_not_found'],
  }),
  addPullLink: route({
    method: 'PUT',
    path: '/v1/organizations/me/sessions/{sessionId}/pulls',
    credential: 'jwt',
    role: 'member',
    summary: 'Say that a session led to a pull request; this wins over any conclusion',
    params: sessionId,
    body: PullAddress,
    responses: { 200: SessionLinks },
    errors: ['session_not_found', 'limit_reached'],
  }),
  removePullLink: route({
    method: 'DELETE',
    path: '/v1/organizations/me/sessions/{sessionId}/pulls',
    credential: 'jwt',
    role: 'member',
    summary: 'Say that a session did not lead to a pull request; this wins over any conclusion',
    params: sessionId,
    query: PullAddress,
    responses: { 200: SessionLinks },
    errors: ['session_not_found', 'limit_reached'],
  }),
  getRepository: route({
    method: 'GET',
    path: '/v1/organizations/me/repository',
    credential: 'jwt',
    role: 'member',
    terminal: true,
    summary: 'One repository: its sessions, machines, agents, cost and the files that were changed most',
    query: GetRepository,
    responses: { 200: RepositoryDetails },
    errors: ['repository_not_found'],
  }),
  createIntegration: route({
    method: 'POST',
    path: '/v1/organizations/me/integrations',
    credential: 'jwt',
    role: 'admin',
    summary: 'Make the address and the secret of a webhook',
    body: CreateIntegration,
    responses: { 201: CreatedIntegration },
    errors: ['limit_reached'],
  }),
  listIntegrations: route({
    method: 'GET',
    path: '/v1/organizations/me/integrations',
    credential: 'jwt',
    role: 'member',
    summary: 'List integrations, without their secrets',
    responses: { 200: IntegrationList },
    errors: [],
  }),
  removeIntegration: route({
    method: 'DELETE',
    path: '/v1/organizations/me/integrations/{integrationId}',
    credential: 'jwt',
    role: 'admin',
    summary: 'Take no more deliveries of an integration',
    params: integrationId,
    responses: { 200: Integration },
    errors: ['integration_not_found'],
  }),
  receiveGithub: route({
    method: 'POST',
    path: '/v1/integrations/github',
    credential: 'public',
    summary: 'Take a webhook delivery of GitHub, signed with X-Hub-Signature-256',
    query: DeliveryQuery,
    raw: true,
    responses: { 200: DeliveryAnswer },
    errors: ['invalid_signature', 'invalid_json', 'body_too_large', 'unsupported_media_type'],
  }),
  receiveGitlab: route({
    method: 'POST',
    path: '/v1/integrations/gitlab',
    credential: 'public',
    summary: 'Take a webhook delivery of GitLab, with its signature or its token',
    query: DeliveryQuery,
    raw: true,
    responses: { 200: DeliveryAnswer },
    errors: ['invalid_signature', 'invalid_json', 'body_too_large', 'unsupported_media_type'],
  }),
} as const satisfies Record<string, Route>;
