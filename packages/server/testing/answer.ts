import assert from 'node:assert/strict';
import {
  AuditLine,
  type ErrorCode,
  errorStatus,
  errorsOf,
  exportLines,
  isErrorCode,
  type Route,
  routes,
  StoredLine,
} from '@debrief/contract';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

/** Every answer of a test server is held against the contract here, whatever the test itself looks at. */

const ajv = new Ajv({ strict: false, unicodeRegExp: true, allErrors: true });
addFormats.default(ajv, ['date-time']);

const table = Object.values<Route>(routes).map((row) => ({
  row,
  pattern: new RegExp(`^${row.path.replace(/\{\w+\}/g, '[^/]+')}$`),
  schemas: new Map(Object.entries(row.responses).map(([status, schema]) => [Number(status), schema])),
}));

/** Compiled when first needed: few tests see more than a handful of the routes. */
const checks = new Map<object, ValidateFunction>();
function checkOf(schema: object): ValidateFunction {
  const check = checks.get(schema) ?? ajv.compile(schema);
  checks.set(schema, check);
  return check;
}

const rowOf = (method: string, url: string) => {
  const path = new URL(url, 'http://x').pathname;
  const asked = method === 'HEAD' ? 'GET' : method;
  return table.find(({ row, pattern }) => row.method === asked && pattern.test(path));
};

/** What a route may always answer, because it is decided before the route is known or by its parameters. */
const transport = new Set<ErrorCode>([
  'uri_too_long',
  'validation_error',
  'body_too_large',
  'request_timeout',
]);

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** `{ error, code }` and nothing else, with a code of the closed list under its own status (docs/api.md, Errors). */
export function checkErrorBody(status: number, text: string): ErrorCode {
  const body = JSON.parse(text) as Record<string, unknown>;
  assert.deepEqual(Object.keys(body).sort(), ['code', 'error'], text);
  assert.ok(isErrorCode(body.code), text);
  assert.equal(errorStatus[body.code], status, text);
  assert.ok(typeof body.error === 'string' && body.error.length > 0);
  // No stack, no SQL, no path of the machine (R19).
  assert.doesNotMatch(body.error, /\bat .+:\d+:\d+|select |insert into|node_modules|\.ts\b|SQLITE|pg_/i);
  return body.code;
}

export function checkAnswer(method: string, url: string, { status, headers, text }: Answer): void {
  const where = `${method} ${url} → ${status} ${text.slice(0, 300)}`;
  assert.match(headers.get('X-Request-Id') ?? '', /^req_[A-Za-z0-9]{24}$/, where);
  assert.equal(headers.get('X-Content-Type-Options'), 'nosniff', where);
  if (status === 204 || method === 'HEAD') {
    assert.equal(text, '', where);
    return;
  }
  const found = rowOf(method, url);
  const isLines = found?.row.contentType === 'application/x-ndjson' && status < 400;
  const type = `application/${isLines ? 'x-ndjson' : 'json'}; charset=utf-8`;
  assert.equal(headers.get('Content-Type'), type, where);
  if (status >= 400) {
    const code = checkErrorBody(status, text);
    assert.equal(headers.get('Cache-Control'), 'no-store', where);
    if (found) assert.ok(errorsOf(found.row).includes(code) || transport.has(code), `undeclared: ${where}`);
    if (status === 401) assert.match(headers.get('WWW-Authenticate') ?? '', /^Bearer realm="debrief"/, where);
    if (status === 429 || status === 503) assert.match(headers.get('Retry-After') ?? '', /^[1-9]\d*$/, where);
    if (status === 405) assert.ok(headers.get('Allow'), where);
    return;
  }
  if (!found) return;
  assert.equal(headers.get('Cache-Control'), found.row.number === 2 ? 'max-age=60' : 'no-store', where);
  if (isLines) {
    checkLines(url, text);
    return;
  }
  const schema = found.schemas.get(status);
  assert.ok(schema, `undeclared status: ${where}`);
  const check = checkOf(schema);
  assert.ok(check(JSON.parse(text)), `${where}\n${ajv.errorsText(check.errors)}`);
}

const lines = { ...exportLines, stored: StoredLine };

/** Every line by its own schema; OCSF has one of its own. */
function checkLines(url: string, text: string): void {
  assert.ok(text === '' || text.endsWith('\n'), 'the last line has its end');
  for (const line of text.split('\n').slice(0, -1)) {
    const value = JSON.parse(line) as { kind?: keyof typeof lines; class_uid?: number };
    if (value.class_uid !== undefined) continue;
    const schema = value.kind === undefined ? AuditLine : lines[value.kind];
    assert.ok(schema, `${url}: ${line.slice(0, 200)}`);
    const check = checkOf(schema);
    assert.ok(check(value), `${url}: ${line.slice(0, 300)}\n${ajv.errorsText(check.errors)}`);
  }
}

/** `fetch` that refuses to hand over an answer which breaks the contract. */
export const checkingFetch: typeof globalThis.fetch = async (input, init) => {
  const response = await fetch(input, init);
  const text = await response.text();
  const { status, headers } = response;
  checkAnswer(init?.method ?? 'GET', String(input), { status, headers, text });
  return new Response(status === 204 ? null : text, { status, headers });
};
