import { AuditFeed, FollowAudit } from '../bulk/audit-feed.ts';
import { Export, ExportOrganization } from '../bulk/export.ts';
import { type Route, route } from '../route.ts';

/** Much at once, for programs: lines of JSON. */
export const bulkRoutes = {
  followAudit: route({
    method: 'GET',
    path: '/v1/organizations/me/audit/feed',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    scope: 'audit:read',
    summary: 'The audit log for a program that follows it: oldest first, nothing skipped or twice',
    query: FollowAudit,
    contentType: 'application/x-ndjson',
    responses: { 200: AuditFeed },
    errors: [],
  }),
  exportOrganization: route({
    method: 'GET',
    path: '/v1/organizations/me/export',
    credential: 'jwt',
    content: 'sessions',
    role: 'admin',
    scope: 'sessions:read',
    summary: 'Everything of the organization that the caller may read, or of a filter',
    query: ExportOrganization,
    contentType: 'application/x-ndjson',
    responses: { 200: Export },
    errors: ['invalid_cursor'],
  }),
} as const satisfies Record<string, Route>;
