import { Retention, RetentionPolicy } from '../../access/retention.ts';
import { type Route, route } from '../../route.ts';

/** Extensions: how long sessions are kept. */
export const retentionRoutes = {
  getRetention: route({
    method: 'GET',
    path: '/v1/organizations/me/retention',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'How long sessions are kept, of all repositories and of each',
    responses: { 200: Retention },
    errors: [],
  }),
  setRetention: route({
    method: 'PUT',
    path: '/v1/organizations/me/retention',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Say how long sessions are kept, of all repositories and of each',
    body: RetentionPolicy,
    responses: { 200: Retention },
    errors: [],
  }),
} as const satisfies Record<string, Route>;
