import { AskGate, GateAnswer, GatePolicy, GatePolicyAnswer } from '../../link/gate.ts';
import { type Route, route } from '../../route.ts';

/** What a merge asks. */
export const gateRoutes = {
  askGate: route({
    method: 'POST',
    path: '/v1/organizations/me/gate',
    credential: 'jwt',
    role: 'member',
    scope: 'gate:read',
    content: 'none',
    summary: 'The sessions behind some commits, how they stand, and what the policy says of that',
    body: AskGate,
    responses: { 200: GateAnswer },
    errors: [],
  }),
  getGatePolicy: route({
    method: 'GET',
    path: '/v1/organizations/me/gate-policy',
    credential: 'jwt',
    role: 'member',
    content: 'none',
    summary: 'What a merge is stopped or warned for',
    responses: { 200: GatePolicyAnswer },
    errors: [],
  }),
  setGatePolicy: route({
    method: 'PUT',
    path: '/v1/organizations/me/gate-policy',
    credential: 'jwt',
    role: 'admin',
    content: 'none',
    summary: 'Change that',
    body: GatePolicy,
    responses: { 200: GatePolicyAnswer },
    errors: [],
  }),
} as const satisfies Record<string, Route>;
