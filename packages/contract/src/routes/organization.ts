import { AuditPage, ListAudit } from '../audit.ts';
import { CreatedOrganization, Organization, OrganizationName } from '../organization.ts';
import { type Route, route } from '../route.ts';
import { SampleAnswer } from '../sample.ts';

/** The organization, its sample sessions and its audit log. */
export const organizationRoutes = {
  createOrganization: route({
    number: 3,
    method: 'POST',
    path: '/v1/organizations',
    credential: 'jwt',
    content: 'none',
    role: 'signed-in',
    summary: 'Create an organization for the signed-in user',
    body: OrganizationName,
    responses: { 201: CreatedOrganization },
    errors: ['insufficient_role', 'already_in_organization', 'email_required'],
  }),
  getOrganization: route({
    number: 4,
    method: 'GET',
    path: '/v1/organizations/me',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'Read the organization',
    responses: { 200: Organization },
    errors: [],
  }),
  renameOrganization: route({
    number: 5,
    method: 'PATCH',
    path: '/v1/organizations/me',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Replace the display name',
    body: OrganizationName,
    responses: { 200: Organization },
    errors: [],
  }),
  loadSample: route({
    method: 'POST',
    path: '/v1/organizations/me/sample',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Fill in sample sessions; those that are there stay',
    responses: { 201: SampleAnswer },
    errors: ['idempotency_in_progress', 'legal_hold'],
  }),
  removeSample: route({
    method: 'DELETE',
    path: '/v1/organizations/me/sample',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Remove the sample sessions',
    responses: { 200: SampleAnswer },
    errors: ['legal_hold'],
  }),
  listAudit: route({
    method: 'GET',
    path: '/v1/organizations/me/audit',
    credential: 'jwt',
    content: 'sessions',
    role: 'admin',
    summary: 'The audit log, newest or oldest first, by person, deed and time',
    query: ListAudit,
    responses: { 200: AuditPage },
    errors: ['invalid_cursor'],
  }),
} as const satisfies Record<string, Route>;
