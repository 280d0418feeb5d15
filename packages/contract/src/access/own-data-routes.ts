import { type Route, route } from '../route.ts';
import { DownloadOwnData, OwnData, OwnDataLines } from './own-data.ts';

/** Extensions: what is stored of the caller. */
export const ownDataRoutes = {
  getOwnData: route({
    method: 'GET',
    path: '/v1/organizations/me/own-data',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'How much of what is stored about you',
    responses: { 200: OwnData },
    errors: [],
  }),
  downloadOwnData: route({
    method: 'GET',
    path: '/v1/organizations/me/own-data/download',
    credential: 'jwt',
    content: 'sessions',
    role: 'member',
    summary: 'Everything that is stored about you, and your sessions',
    query: DownloadOwnData,
    contentType: 'application/x-ndjson',
    responses: { 200: OwnDataLines },
    errors: ['invalid_cursor'],
  }),
} as const satisfies Record<string, Route>;
