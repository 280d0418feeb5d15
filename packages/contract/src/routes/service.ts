import { type Route, route } from '../route.ts';
import { ClientConfig, Health } from '../service.ts';

/** What anybody may ask. */
export const serviceRoutes = {
  getHealth: route({
    number: 1,
    method: 'GET',
    path: '/health',
    credential: 'public',
    content: 'none',
    summary: 'Tell whether the service is ready',
    responses: { 200: Health },
    errors: [],
  }),
  getConfig: route({
    number: 2,
    method: 'GET',
    path: '/config',
    credential: 'public',
    content: 'none',
    summary: 'What a client needs to sign in',
    responses: { 200: ClientConfig },
    errors: [],
  }),
} as const satisfies Record<string, Route>;
