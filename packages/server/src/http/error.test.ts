import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DebriefError } from '@debrief/contract';
import type { FastifyBaseLogger } from 'fastify';
import { asDebriefError, errorAnswer } from './error.ts';
import { RateLimited } from './limit/rate-limit.ts';

test('an outage takes one line of the log a second, however many are refused', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  const lines: { code: string; alike: number }[] = [];
  const log = { warn: (line: (typeof lines)[0]) => lines.push(line) } as unknown as FastifyBaseLogger;
  const refuse = (times: number) => {
    for (let n = 0; n < times; n++) {
      const { status, headers } = errorAnswer(new DebriefError('service_unavailable', 'Away.'), log);
      assert.deepEqual([status, headers['Retry-After']], [503, '2']);
    }
  };
  // Other tests of this process may have been refused before.
  refuse(1);
  lines.length = 0;
  t.mock.timers.setTime(1_000_000);
  refuse(500);
  t.mock.timers.tick(999);
  refuse(1);
  t.mock.timers.tick(1);
  refuse(10);
  t.mock.timers.setTime(500_000);
  refuse(1);
  assert.deepEqual(
    lines.map(({ code, alike }) => [code, alike]),
    [
      ['service_unavailable', 0],
      ['service_unavailable', 500],
      ['service_unavailable', 9],
    ],
  );
});

test('a line of the log about an outage has its cause; what a client did wrong has no line', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  const logged: unknown[] = [];
  const log = { warn: (line: { err: unknown }) => logged.push(line.err) } as unknown as FastifyBaseLogger;
  const cause = new Error('connection refused');
  errorAnswer(new DebriefError('identity_provider_unavailable', 'Away.', { cause }), log);
  for (const code of ['validation_error', 'rate_limited', 'invalid_token'] as const) {
    errorAnswer(new DebriefError(code, 'No.'), log);
  }
  assert.deepEqual(logged, [cause]);
});

const quiet = { warn: () => {}, error: () => {} } as unknown as FastifyBaseLogger;

test('an unknown error is logged in full, and its answer says nothing', () => {
  const logged: unknown[] = [];
  const log = { ...quiet, error: (line: unknown) => logged.push(line) } as unknown as FastifyBaseLogger;
  const broken = new Error('the password is tiger');
  const { status, body, headers } = errorAnswer(broken, log);
  assert.deepEqual([status, JSON.parse(body)], [500, { error: 'Internal error.', code: 'internal_error' }]);
  assert.deepEqual(headers, { 'Content-Type': 'application/json; charset=utf-8' });
  assert.deepEqual(logged, [{ err: broken }]);
});

test('an error has the headers that belong to it and no others', () => {
  const headersOf = (error: unknown) => {
    const { 'Content-Type': _, ...headers } = errorAnswer(error, quiet).headers;
    return headers;
  };
  const later = (retryAfter: number) => new DebriefError('service_unavailable', 'Away.', { retryAfter });
  assert.deepEqual(headersOf(new DebriefError('validation_error', 'No.')), {});
  assert.deepEqual(headersOf(later(0)), { 'Retry-After': '1' });
  assert.deepEqual(headersOf(later(2.1)), { 'Retry-After': '3' });
  assert.deepEqual(headersOf(new DebriefError('missing_credentials', 'Who?')), {
    'WWW-Authenticate': 'Bearer realm="debrief"',
  });
  assert.deepEqual(headersOf(new DebriefError('invalid_token', 'No.')), {
    'WWW-Authenticate': 'Bearer realm="debrief", error="invalid_token"',
  });
  assert.deepEqual(headersOf(new DebriefError('unsupported_media_type', 'No.')), {
    'Accept-Encoding': 'gzip, identity',
  });
  assert.deepEqual(headersOf(new DebriefError('body_too_large', 'No.')), { Connection: 'close' });
  assert.deepEqual(headersOf(new DebriefError('request_timeout', 'No.')), { Connection: 'close' });
  assert.deepEqual(headersOf(new RateLimited('ingest', 7, 9)), {
    'Retry-After': '9',
    'RateLimit-Policy': '"ingest";q=7;w=60',
    RateLimit: '"ingest";r=0;t=9',
  });
});

test('what the framework and the network refuse has a code of ours; the rest is our fault', () => {
  const codeOf = (error: object) => asDebriefError(error)?.code;
  assert.equal(codeOf({ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }), 'body_too_large');
  assert.equal(codeOf({ code: 'ECONNRESET' }), 'validation_error');
  assert.equal(codeOf({ code: 'ECONNABORTED' }), 'validation_error');
  assert.equal(codeOf({ statusCode: 400 }), 'validation_error');
  assert.equal(codeOf({ statusCode: 401 }), undefined);
  assert.equal(codeOf({ code: 'ENOENT' }), undefined);
});
