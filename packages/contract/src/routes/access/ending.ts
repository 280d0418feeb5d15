import { Type } from 'typebox';
import { AskEnding, Ending, EndingAnswer } from '../../access/ending.ts';
import { id } from '../../field.ts';
import { type Route, route } from '../../route.ts';

/** Extensions: an owner deletes the organization. */
export const endingRoutes = {
  getEnding: route({
    method: 'GET',
    path: '/v1/organizations/me/ending',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Whether the organization is being deleted, and when',
    responses: { 200: EndingAnswer },
    errors: [],
  }),
  askEnding: route({
    method: 'POST',
    path: '/v1/organizations/me/ending',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Delete the organization in seven days (owners); until then nobody else signs in',
    body: AskEnding,
    responses: { 201: Ending },
    errors: ['insufficient_role', 'legal_hold'],
  }),
  withdrawEnding: route({
    method: 'DELETE',
    path: '/v1/organizations/me/ending',
    credential: 'jwt',
    content: 'none',
    role: 'admin',
    summary: 'Take the deletion of the organization back (owners)',
    responses: { 200: Ending },
    errors: ['insufficient_role', 'ending_not_found'],
  }),
  getEndingReceipt: route({
    method: 'GET',
    path: '/v1/endings/{endingId}',
    credential: 'public',
    content: 'none',
    summary: 'The receipt of the deletion of an organization, for whoever has its id',
    params: Type.Object({ endingId: id('`end_…`') }),
    responses: { 200: Ending },
    errors: ['ending_not_found'],
  }),
} as const satisfies Record<string, Route>;
