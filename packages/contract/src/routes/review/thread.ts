import { Type } from 'typebox';
import { id } from '../../field.ts';
import {
  AddComment,
  ChangeThread,
  CommentAnswer,
  EditComment,
  ListThreads,
  OpenThread,
  ThreadAnswer,
  ThreadPage,
} from '../../review/thread.ts';
import { type Route, route } from '../../route.ts';

const threads = '/v1/organizations/me/sessions/{sessionId}/threads';
const sessionId = Type.Object({ sessionId: id('`ses_…`') });
const threadId = Type.Object({ sessionId: id('`ses_…`'), threadId: id('`thr_…`') });
const commentId = Type.Object({
  sessionId: id('`ses_…`'),
  threadId: id('`thr_…`'),
  commentId: id('`cmt_…`'),
});

/** Extension: discussions of a session. */
export const threadRoutes = {
  listThreads: route({
    method: 'GET',
    path: threads,
    credential: 'jwt',
    content: 'session',
    role: 'member',
    terminal: true,
    summary: 'The threads of a session with their comments',
    params: sessionId,
    query: ListThreads,
    responses: { 200: ThreadPage },
    errors: ['session_not_found', 'invalid_cursor'],
  }),
  openThread: route({
    method: 'POST',
    path: threads,
    credential: 'jwt',
    content: 'session',
    role: 'member',
    summary: 'Open a thread at an event, a line or range, or on the session',
    params: sessionId,
    body: OpenThread,
    idempotent: true,
    responses: { 201: ThreadAnswer },
    errors: ['session_not_found', 'limit_reached', 'secret_found', 'idempotency_key_reused'],
  }),
  changeThread: route({
    method: 'PATCH',
    path: `${threads}/{threadId}`,
    credential: 'jwt',
    content: 'session',
    role: 'member',
    summary: 'Resolve or reopen a thread, or say whether it needs an answer',
    params: threadId,
    body: ChangeThread,
    responses: { 200: ThreadAnswer },
    errors: ['session_not_found', 'thread_not_found'],
  }),
  addComment: route({
    method: 'POST',
    path: `${threads}/{threadId}/comments`,
    credential: 'jwt',
    content: 'session',
    role: 'member',
    scope: 'reviews:write',
    summary: 'Reply, and resolve or reopen the thread in the same step; a token only replies',
    params: threadId,
    body: AddComment,
    idempotent: true,
    responses: { 201: ThreadAnswer },
    errors: [
      'session_not_found',
      'thread_not_found',
      'limit_reached',
      'secret_found',
      'idempotency_key_reused',
    ],
  }),
  editComment: route({
    method: 'PATCH',
    path: `${threads}/{threadId}/comments/{commentId}`,
    credential: 'jwt',
    content: 'session',
    role: 'member',
    summary: 'Change the words of a comment of your own',
    params: commentId,
    body: EditComment,
    responses: { 200: CommentAnswer },
    errors: [
      'session_not_found',
      'thread_not_found',
      'comment_not_found',
      'not_yours',
      'limit_reached',
      'secret_found',
    ],
  }),
  deleteComment: route({
    method: 'DELETE',
    path: `${threads}/{threadId}/comments/{commentId}`,
    credential: 'jwt',
    content: 'session',
    role: 'member',
    summary: 'Remove the words of a comment: your own, or as an admin any',
    params: commentId,
    responses: { 200: CommentAnswer },
    errors: ['session_not_found', 'thread_not_found', 'comment_not_found', 'not_yours'],
  }),
} as const satisfies Record<string, Route>;
