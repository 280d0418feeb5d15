import { Type } from 'typebox';
import { HeldSession, SetHold } from '../../access/access.ts';
import { RemovedSession } from '../../access/erasure.ts';
import { id } from '../../field.ts';
import { Redaction, RedactionPreview, RedactSession, WantedRedaction } from '../../redaction/redaction.ts';
import { type Route, route } from '../../route.ts';

const sessionId = Type.Object({ sessionId: id('`ses_…`') });

/** Extensions: what the author of a session does from the machine it came from, with the machine's own key. */
export const ownSessionRoutes = {
  holdOwnSession: route({
    method: 'PUT',
    path: '/v1/sessions/{sessionId}/hold',
    credential: 'secret',
    content: 'none',
    summary: 'Hold a session of the author of this machine, as its page does',
    params: sessionId,
    body: SetHold,
    responses: { 200: HeldSession },
    errors: ['session_not_found', 'not_yours', 'session_closed', 'machine_key_required'],
  }),
  releaseOwnSession: route({
    method: 'POST',
    path: '/v1/sessions/{sessionId}/release',
    credential: 'secret',
    content: 'none',
    summary: 'Share a session of the author of this machine that is held',
    params: sessionId,
    responses: { 200: HeldSession },
    errors: ['session_not_found', 'not_yours', 'machine_key_required'],
  }),
  withdrawSession: route({
    method: 'POST',
    path: '/v1/sessions/{sessionId}/withdrawal',
    credential: 'secret',
    content: 'none',
    summary: 'Delete a session of the author of this machine that is held, for good',
    params: sessionId,
    responses: { 200: RemovedSession },
    errors: ['session_not_found', 'not_yours', 'session_closed', 'legal_hold', 'machine_key_required'],
  }),
  previewOwnRedaction: route({
    method: 'POST',
    path: '/v1/sessions/{sessionId}/redactions/preview',
    credential: 'secret',
    content: 'none',
    summary: 'How often and where words stand in a session of the author of this machine',
    params: sessionId,
    body: WantedRedaction,
    responses: { 200: RedactionPreview },
    errors: ['session_not_found', 'not_yours', 'session_busy', 'machine_key_required'],
  }),
  redactOwnSession: route({
    method: 'POST',
    path: '/v1/sessions/{sessionId}/redactions',
    credential: 'secret',
    content: 'none',
    summary: 'Take words out of a session of the author of this machine, for good',
    params: sessionId,
    body: RedactSession,
    responses: { 200: Redaction },
    errors: ['session_not_found', 'not_yours', 'session_busy', 'legal_hold', 'machine_key_required'],
  }),
} as const satisfies Record<string, Route>;
