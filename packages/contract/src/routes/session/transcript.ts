import { Type } from 'typebox';
import { id } from '../../field.ts';
import { BriefAnswer } from '../../reading/brief.ts';
import { Changes, GetChanges } from '../../reading/changes.ts';
import { FileAt, GetFileAt } from '../../reading/file-at.ts';
import { FindInSession, FoundMatches } from '../../reading/find.ts';
import { GetOutline, Outline } from '../../reading/outline.ts';
import {
  EntryAnswer,
  GetSkeleton,
  GetTranscript,
  Skeleton,
  TranscriptWindow,
} from '../../reading/transcript.ts';
import { type Route, route } from '../../route.ts';

const sessionId = Type.Object({ sessionId: id('`ses_…`') });
const entryId = Type.Object({ sessionId: id('`ses_…`'), entryId: id('`412.1`') });

/** Extension: a session as it is read. */
export const transcriptRoutes = {
  getTranscript: route({
    method: 'GET',
    path: '/v1/organizations/me/sessions/{sessionId}/transcript',
    credential: 'jwt',
    content: 'session',
    role: 'member',
    terminal: true,
    summary: 'A window of the transcript: entries by their number, or around an event',
    params: sessionId,
    query: GetTranscript,
    responses: { 200: TranscriptWindow },
    errors: ['session_not_found'],
  }),
  getSkeleton: route({
    method: 'GET',
    path: '/v1/organizations/me/sessions/{sessionId}/transcript/skeleton',
    credential: 'jwt',
    content: 'session',
    role: 'member',
    terminal: true,
    summary: 'Kind, outcome, sequence and flags of every entry of a lane, in columns',
    params: sessionId,
    query: GetSkeleton,
    responses: { 200: Skeleton },
    errors: ['session_not_found'],
  }),
  getEntry: route({
    method: 'GET',
    path: '/v1/organizations/me/sessions/{sessionId}/transcript/entries/{entryId}',
    credential: 'jwt',
    content: 'session',
    role: 'member',
    terminal: true,
    summary: 'One entry of the transcript, whole',
    params: entryId,
    responses: { 200: EntryAnswer },
    errors: ['session_not_found', 'entry_not_found'],
  }),
  getOutline: route({
    method: 'GET',
    path: '/v1/organizations/me/sessions/{sessionId}/outline',
    credential: 'jwt',
    content: 'session',
    role: 'member',
    terminal: true,
    summary: 'The turns of a session with what happened in each, and its sub-agents',
    params: sessionId,
    query: GetOutline,
    responses: { 200: Outline },
    errors: ['session_not_found'],
  }),
  getBrief: route({
    method: 'GET',
    path: '/v1/organizations/me/sessions/{sessionId}/brief',
    credential: 'jwt',
    content: 'session',
    role: 'member',
    terminal: true,
    summary: 'One screen of a session: asked, done, changed, proven, open, cost, and how it ended',
    params: sessionId,
    responses: { 200: BriefAnswer },
    errors: ['session_not_found'],
  }),
  getChanges: route({
    method: 'GET',
    path: '/v1/organizations/me/sessions/{sessionId}/changes',
    credential: 'jwt',
    content: 'session',
    role: 'member',
    terminal: true,
    summary: 'The files a session changed; with a path what changed in that file',
    params: sessionId,
    query: GetChanges,
    responses: { 200: Changes },
    errors: ['session_not_found', 'invalid_cursor'],
  }),
  getFileAt: route({
    method: 'GET',
    path: '/v1/organizations/me/sessions/{sessionId}/file',
    credential: 'jwt',
    content: 'session',
    role: 'member',
    terminal: true,
    summary: 'A file as it was after an event, as far as the record tells, with what the last edit did to it',
    params: sessionId,
    query: GetFileAt,
    responses: { 200: FileAt },
    errors: ['session_not_found'],
  }),
  findInSession: route({
    method: 'GET',
    path: '/v1/organizations/me/sessions/{sessionId}/find',
    credential: 'jwt',
    content: 'session',
    role: 'member',
    terminal: true,
    summary: 'Find words or an exact text anywhere in a session',
    params: sessionId,
    query: FindInSession,
    responses: { 200: FoundMatches },
    errors: ['session_not_found', 'invalid_cursor'],
  }),
} as const satisfies Record<string, Route>;
