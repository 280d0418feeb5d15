import { DebriefError, type ErrorCode, errorStatus } from '@debrief/contract';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimited } from './limit/rate-limit.ts';

export const errorBody = (code: ErrorCode, error: string): string => JSON.stringify({ error, code });

/** Fastify's own failures, as our error codes (docs/api.md, Errors). */
const frameworkErrors: Record<string, [ErrorCode, string]> = {
  FST_ERR_BAD_URL: ['validation_error', 'The URL is not well formed.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_CTP_EMPTY_TYPE: ['unsupported_media_type', 'Send the body as application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['validation_error', 'The body is not as long as Content-Length says.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_json', 'The body is empty; a JSON object is expected.'],
  FST_ERR_MAX_PARAM_LENGTH: ['uri_too_long', 'A part of the path is too long.'],
};

export function asDebriefError(error: unknown): DebriefError | undefined {
  if (error instanceof DebriefError) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = frameworkErrors[code ?? ''];
  if (known) return new DebriefError(...known, { cause: error });
  // The client hung up while sending: nobody reads the answer, but it is no fault of ours either.
  if (code === 'ECONNRESET' || code === 'ECONNABORTED') {
    return new DebriefError('validation_error', 'The request was cut off.', { cause: error });
  }
  if (statusCode === 400) return new DebriefError('validation_error', 'The request is not well formed.');
  return undefined;
}

export interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What an error is answered with. An unknown error is logged in full; its answer says nothing about the cause. */
export function errorAnswer(error: unknown, log: FastifyBaseLogger): ErrorAnswer {
  const known = asDebriefError(error);
  const headers: Record<string, string> = { 'Content-Type': 'application/json; charset=utf-8' };
  if (!known) {
    log.error({ err: error }, 'unexpected error');
    return { status: 500, headers, body: errorBody('internal_error', 'Internal error.') };
  }
  if (known.status >= 500) warn(known, log);
  if (known.retryAfter !== undefined)
    headers['Retry-After'] = String(Math.max(1, Math.ceil(known.retryAfter)));
  else if (known.status === 503) headers['Retry-After'] = '2';
  if (known.isDeleted) headers['Session-Deleted'] = 'true';
  if (known instanceof RateLimited) Object.assign(headers, known.headers);
  if (known.status === 401) headers['WWW-Authenticate'] = challenge(known.code);
  if (known.code === 'unsupported_media_type') headers['Accept-Encoding'] = 'gzip, identity';
  if (known.code === 'body_too_large' || known.code === 'request_timeout') headers.Connection = 'close';
  return { status: errorStatus[known.code], headers, body: errorBody(known.code, known.message) };
}

const quiet = 1000;
const warned = new Map<ErrorCode, { at: number; alike: number }>();

/** While something is away every request fails alike: one line a second tells it, with how many went unsaid. */
function warn(error: DebriefError, log: FastifyBaseLogger): void {
  const now = Date.now();
  const last = warned.get(error.code);
  // A clock that was set back would keep it silent.
  if (last && now >= last.at && now - last.at < quiet) {
    last.alike++;
    return;
  }
  warned.set(error.code, { at: now, alike: 0 });
  log.warn({ err: error.cause ?? error, code: error.code, alike: last?.alike ?? 0 }, 'unavailable');
}

/** A log that names the request in its lines. Made where a line is due, because most requests write none. */
export const requestLog = (request: FastifyRequest): FastifyBaseLogger =>
  request.log.child({ reqId: request.id });

export function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const { status, headers, body } = errorAnswer(error, requestLog(request));
  return reply.code(status).headers(headers).send(body);
}

/** RFC 6750: no `error` when no credential came at all (A1, A4). */
const challenge = (code: ErrorCode): string =>
  code === 'missing_credentials' ? 'Bearer realm="debrief"' : 'Bearer realm="debrief", error="invalid_token"';
