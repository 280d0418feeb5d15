import { Type } from 'typebox';
import { id } from '../../field.ts';
import {
  FoundSecretList,
  Redaction,
  RedactionList,
  RedactionPreview,
  RedactSession,
  WantedRedaction,
} from '../../redaction/redaction.ts';
import {
  ConfirmRedaction,
  LookForWords,
  RedactionJob,
  RedactionJobList,
} from '../../redaction/redaction-job.ts';
import { type Route, route } from '../../route.ts';

const jobId = Type.Object({ jobId: id('`rdj_…`') });
const sessionId = Type.Object({ sessionId: id('`ses_…`') });

/** Extensions: words that are taken out of a session after the fact. */
export const redactionRoutes = {
  previewRedaction: route({
    method: 'POST',
    path: '/v1/organizations/me/sessions/{sessionId}/redactions/preview',
    credential: 'jwt',
    content: 'session',
    role: 'member',
    summary: 'How often and where words stand in a session, before they are redacted (its author and admins)',
    params: sessionId,
    body: WantedRedaction,
    responses: { 200: RedactionPreview },
    errors: ['session_not_found', 'session_busy'],
  }),
  redactSession: route({
    method: 'POST',
    path: '/v1/organizations/me/sessions/{sessionId}/redactions',
    credential: 'jwt',
    content: 'session',
    role: 'member',
    summary: 'Take words out of a session and of everything made of it, for good (its author and admins)',
    params: sessionId,
    body: RedactSession,
    responses: { 200: Redaction },
    errors: ['session_not_found', 'session_busy', 'legal_hold'],
  }),
  findSecrets: route({
    method: 'GET',
    path: '/v1/organizations/me/sessions/{sessionId}/secrets',
    credential: 'jwt',
    content: 'session',
    role: 'member',
    summary: 'What looks like a secret in a session, to take it out (its author and admins)',
    params: sessionId,
    responses: { 200: FoundSecretList },
    errors: ['session_not_found'],
  }),
  listRedactions: route({
    method: 'GET',
    path: '/v1/organizations/me/sessions/{sessionId}/redactions',
    credential: 'jwt',
    content: 'session',
    role: 'member',
    summary: 'Who took words out of a session, when, why and where',
    params: sessionId,
    responses: { 200: RedactionList },
    errors: ['session_not_found'],
  }),
  lookForWords: route({
    method: 'POST',
    path: '/v1/organizations/me/redactions',
    credential: 'jwt',
    content: 'sessions',
    role: 'member',
    summary: 'Look for words in all sessions of one’s own, for admins of the organization, to redact them',
    body: LookForWords,
    responses: { 201: RedactionJob },
    errors: [],
  }),
  listRedactionJobs: route({
    method: 'GET',
    path: '/v1/organizations/me/redactions',
    credential: 'jwt',
    content: 'sessions',
    role: 'member',
    summary: 'How far redactions of many sessions are',
    responses: { 200: RedactionJobList },
    errors: [],
  }),
  confirmRedaction: route({
    method: 'PUT',
    path: '/v1/organizations/me/redactions/{jobId}',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'Take the words that were looked for out of all these sessions, for good',
    params: jobId,
    body: ConfirmRedaction,
    responses: { 200: RedactionJob },
    errors: ['redaction_not_found', 'limit_reached'],
  }),
  cancelRedaction: route({
    method: 'DELETE',
    path: '/v1/organizations/me/redactions/{jobId}',
    credential: 'jwt',
    content: 'none',
    role: 'member',
    summary: 'Forget words that were looked for; nothing is changed',
    params: jobId,
    responses: { 200: RedactionJob },
    errors: ['redaction_not_found'],
  }),
} as const satisfies Record<string, Route>;
