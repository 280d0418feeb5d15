import { Type } from 'typebox';
import { id } from '../../field.ts';
import { ReportedLessons, ReportLessons, SessionLessons } from '../../lesson/session-lesson.ts';
import { type Route, route } from '../../route.ts';

const sessionId = Type.Object({ sessionId: id('`ses_…`') });

/** Extensions: which lessons a session was given. */
export const sessionLessonRoutes = {
  reportLessons: route({
    method: 'POST',
    path: '/v1/sessions/{sessionId}/lessons',
    credential: 'secret',
    content: 'none',
    summary: 'Tell which lessons a session was given, and by which way; telling again changes nothing',
    params: sessionId,
    body: ReportLessons,
    responses: { 200: ReportedLessons },
    errors: ['session_not_found'],
  }),
  listSessionLessons: route({
    method: 'GET',
    path: '/v1/organizations/me/sessions/{sessionId}/lessons',
    credential: 'jwt',
    content: 'session',
    role: 'member',
    terminal: true,
    summary: 'The lessons that a session was given, in which version and by which way',
    params: sessionId,
    responses: { 200: SessionLessons },
    errors: ['session_not_found'],
  }),
} as const satisfies Record<string, Route>;
