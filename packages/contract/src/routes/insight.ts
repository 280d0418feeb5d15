import { GetInsights, Insights } from '../insight/insight.ts';
import { type Route, route } from '../route.ts';

/** Extension: what the sessions of a team come to, by week. About work, never about people. */
export const insightRoutes = {
  getInsights: route({
    method: 'GET',
    path: '/v1/organizations/me/insights',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    terminal: true,
    summary:
      'What sessions come to by week: work, reviews, claims, findings, friction; never of fewer than three people',
    query: GetInsights,
    responses: { 200: Insights },
    errors: [],
  }),
} as const satisfies Record<string, Route>;
