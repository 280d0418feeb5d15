import { Type } from 'typebox';
import { id } from '../field.ts';
import { Erasure, ReaderList, RemovedSession } from '../review/access.ts';
import { type Route, route } from '../route.ts';

const sessionId = Type.Object({ sessionId: id('`ses_…`') });

/** Extensions for the author of a session and for admins. */
export const accessRoutes = {
  listReaders: route({
    method: 'GET',
    path: '/v1/organizations/me/sessions/{sessionId}/readers',
    credential: 'jwt',
    role: 'member',
    summary: 'Who read a session (its author and admins)',
    params: sessionId,
    responses: { 200: ReaderList },
    errors: ['session_not_found'],
  }),
  removeSession: route({
    method: 'DELETE',
    path: '/v1/organizations/me/sessions/{sessionId}',
    credential: 'jwt',
    role: 'member',
    summary: 'Delete a session and everything made of it, for good (its author and admins)',
    params: sessionId,
    responses: { 200: RemovedSession },
    errors: ['session_not_found'],
  }),
  getErasure: route({
    method: 'GET',
    path: '/v1/organizations/me/sessions/{sessionId}/erasure',
    credential: 'jwt',
    role: 'member',
    summary: 'What became of a session that was deleted (who deleted it and admins)',
    params: sessionId,
    responses: { 200: Erasure },
    errors: ['session_not_found'],
  }),
} as const satisfies Record<string, Route>;
