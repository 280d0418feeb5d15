import { gzipSync } from 'node:zlib';
import type { Team } from './team.ts';

/** Hostile requests, made from a seed so that any of them can be made again. */

export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** mulberry32: small, fast and good enough to be nasty. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below = (max: number): number => Math.floor(this.next() * max);
  chance = (share: number): boolean => this.next() < share;
  of = <T>(list: readonly T[]): T => list[this.below(list.length)] as T;
  bytes = (max: number): Buffer =>
    Buffer.from(Array.from({ length: this.below(max) }, () => this.below(256)));
}

export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** Valid requests to begin with; none of them takes away what the others need. */
export function validRequests(team: Team): FuzzRequest[] {
  const me = '/v1/organizations/me';
  const request = (credential: string, method: string, path: string, json?: unknown): FuzzRequest => ({
    method,
    path,
    headers: {
      Authorization: `Bearer ${credential}`,
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: Buffer.from(json === undefined ? '' : JSON.stringify(json)),
  });
  const { environmentId, installationId, sessionId } = team;
  const machine = (...rest: [string, string, unknown?]) => request(team.secret, ...rest);
  const owner = (...rest: [string, string, unknown?]) => request(team.owner.token, ...rest);
  const environment = {
    hostname: 'h',
    platform: 'linux',
    serviceCliVersion: '1.0.0',
    machineId: 'm',
    gitBranch: 'b',
  };
  const events = [{ eventType: 'a', payload: { text: 'é', list: [1, 2.5, null] } }, { eventType: 'b' }];
  return [
    machine('POST', '/v1/environments', environment),
    machine('POST', `/v1/environments/${environmentId}/heartbeat`, { serviceCliVersion: '1.2.3' }),
    machine('POST', `/v1/environments/${environmentId}/agents`, {
      agentId: 'codex',
      version: '1',
      config: { a: 1 },
    }),
    machine('POST', '/v1/sessions', { environmentId, agentInstallationId: installationId, title: 't' }),
    machine('POST', `/v1/sessions/${sessionId}/events`, { events, idempotencyKey: 'k' }),
    machine('POST', `/v1/sessions/${sessionId}/events`, { events }),
    machine('POST', `/v1/sessions/ses_${'0'.repeat(24)}/complete`, {
      status: 'failed',
      endedAt: '2024-01-01T00:00:00Z',
    }),
    owner('POST', '/v1/organizations', { name: 'n' }),
    owner('PATCH', me, { name: 'n' }),
    owner('POST', `${me}/members`, { email: 'a@example.com', role: 'member' }),
    owner('POST', `${me}/secrets`, { environment: 'test', label: 'l' }),
    owner('POST', `${me}/agents`, { agentId: 'goose', environmentId, config: {} }),
    owner('PATCH', `${me}/agents/${installationId}`, { version: '2', config: { b: [] } }),
    owner('GET', `${me}/sessions?limit=5&q=a&status=active&startedAfter=2024-01-01T00:00:00Z`),
    owner('GET', `${me}/sessions/${sessionId}/events?limit=5&after=1&order=desc&eventType=a`),
    owner('GET', `${me}/sessions/${sessionId}/transcript?lane=0&from=1&limit=5`),
    owner('GET', `${me}/sessions/${sessionId}/transcript?at=3`),
    owner('GET', `${me}/sessions/${sessionId}/transcript/skeleton?lane=0&from=1`),
    owner('GET', `${me}/sessions/${sessionId}/transcript/entries/1.0`),
    owner('GET', `${me}/sessions/${sessionId}/outline?from=0&limit=5`),
    owner('GET', `${me}/sessions/${sessionId}/changes?path=a.ts`),
    owner('GET', `${me}/sessions/${sessionId}/find?q=%22a%20b%22%20c&kinds=tool&kinds=reply&lane=0&limit=3`),
    owner('GET', `${me}/environments/${environmentId}`),
    owner('GET', `${me}/audit?limit=2`),
    ...reviewRequests(owner, me, `${me}/sessions/${sessionId}`),
    { method: 'GET', path: '/config', headers: {}, body: Buffer.alloc(0) },
  ];
}

const oddJson = [
  'null',
  '[]',
  '{}',
  '""',
  '0',
  '-0',
  'true',
  '1e400',
  '-1e999',
  '123456789012345678901234567890',
  '0.1e-400',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\u202e\u2066\ufeff"',
  '"\\u0085"',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"hasOwnProperty":2,"__defineGetter__":3}',
  '{"a":1,"a":2}',
  '[[[[[[[[[[]]]]]]]]]]',
  `${'['.repeat(300)}${']'.repeat(300)}`,
  `${'{"a":'.repeat(260)}1${'}'.repeat(260)}`,
  `"${'x'.repeat(5000)}"`,
  `[${'0,'.repeat(2000)}0]`,
  '"2024-02-30T99:99:99Z"',
  '"../../etc/passwd"',
  '"\'; drop table sessions; --"',
];

const oddTypes = [
  'text/plain',
  'application/json; charset=utf-16',
  'application/json;',
  '',
  '*/*',
  'application/json\t',
  'a'.repeat(3000),
];
const oddEncodings = ['gzip', 'br', 'identity', 'GZIP', 'deflate, gzip', '\u00e9', 'x'.repeat(500)];
const oddPaths = [
  '%',
  '%00',
  '%c0%af',
  '/../',
  '//',
  '?',
  '?a[]=1&a[b]=2',
  '?__proto__[polluted]=1',
  '%2f',
  '#',
  '.',
  ';x=1',
  '?cursor=%ff',
  '?limit=1e9',
  '\u00e9',
];

/** Splices, flips, doubles and drops bytes. */
function mangle(dice: Dice, bytes: Buffer): Buffer {
  let result = Buffer.from(bytes);
  for (let turn = dice.below(4); turn >= 0; turn--) {
    const at = dice.below(result.length + 1);
    const [head, tail] = [result.subarray(0, at), result.subarray(at)];
    switch (dice.below(5)) {
      case 0:
        result = Buffer.concat([head, dice.bytes(8), tail]);
        break;
      case 1:
        result = Buffer.concat([head, tail.subarray(dice.below(6))]);
        break;
      case 2:
        result = Buffer.concat([head, tail.subarray(0, dice.below(20)), tail]);
        break;
      case 3:
        if (at < result.length) result[at] = dice.below(256);
        break;
      default:
        result = Buffer.concat([head, Buffer.from(dice.of(oddJson)), tail]);
    }
  }
  return result;
}

/** Puts an odd value in place of some value, or beside it under an odd name. */
function oddValue(dice: Dice, json: string): string {
  const values = [...json.matchAll(/(?<=[:[,])(?:"(?:[^"\\]|\\.)*"|[\d.]+|null|\{\}|\[\])(?=[,}\]])/g)];
  const found = values.length > 0 ? dice.of(values) : undefined;
  if (!found || dice.chance(0.2)) {
    const name = dice.of(['__proto__', 'constructor', 'x', 'name', 'events', 'payload', '\\u0000']);
    return json.replace('{', `{"${name}":${dice.of(oddJson)}${json === '{}' ? '' : ','}`);
  }
  return json.slice(0, found.index) + dice.of(oddJson) + json.slice(found.index + found[0].length);
}

/** A request that is still HTTP, with something wrong in it somewhere. */
export function mutated(dice: Dice, valid: FuzzRequest): FuzzRequest {
  const request = { ...valid, headers: { ...valid.headers } };
  for (let turn = dice.below(2); turn >= 0; turn--) {
    switch (dice.below(8)) {
      case 0:
      case 1:
      case 2:
        request.body = Buffer.from(oddValue(dice, request.body.toString()));
        break;
      case 3:
        request.body = mangle(dice, request.body);
        break;
      case 4:
        request.body = dice.chance(0.5) ? dice.bytes(200) : Buffer.from(dice.of(oddJson));
        break;
      case 5:
        request.headers['Content-Type'] = dice.of(oddTypes);
        break;
      case 6:
        request.headers['Content-Encoding'] = dice.of(oddEncodings);
        if (dice.chance(0.4)) request.body = gzipSync(request.body);
        break;
      default:
        oddHead(dice, request);
    }
  }
  return request;
}

function oddHead(dice: Dice, request: FuzzRequest): void {
  const token = request.headers.Authorization ?? '';
  switch (dice.below(5)) {
    case 0: {
      const at = dice.below(request.path.length + 1);
      request.path = `/${(request.path.slice(0, at) + dice.of(oddPaths) + request.path.slice(at)).slice(1)}`;
      break;
    }
    case 1:
      request.method = dice.of(['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS', 'TRACE', 'PROPFIND']);
      break;
    case 2:
      request.headers.Authorization = dice.of([
        '',
        'Bearer',
        `${token} `,
        token.slice(0, -1),
        `Basic ${token}`,
        `${token}x`,
        'Bearer a.b.c',
      ]);
      break;
    case 3:
      request.headers['Idempotency-Key'] = dice.of([
        '',
        '"',
        '""',
        'k',
        '"k"',
        'x'.repeat(300),
        '\u00ff',
        '__proto__',
        'a b',
      ]);
      break;
    default:
      request.headers[
        dice.of(['X-Service-Secret', 'X-Forwarded-For', 'Origin', 'Accept', 'Expect', 'Cookie'])
      ] = dice.of(['', 'x', '*', '\u00e9\u00ff', '100-continue', 'a'.repeat(2000)]);
  }
}

/** The bytes of a request on the wire, broken below the level of HTTP as often as not. */
type Ask = (method: string, path: string, json?: unknown) => FuzzRequest;

/** What people say about a session. */
function reviewRequests(ask: Ask, me: string, session: string): FuzzRequest[] {
  const anchor = { sequence: 0, path: 'a.ts', line: 3 };
  const thread = `${session}/threads/thr_000000000000000000000000`;
  const policy = {
    reviewers: 1,
    selfCounts: false,
    enter: { edits: true, highFindings: true, repositories: ['/a'], sample: 0.5 },
    defaultReviewers: [],
    mailWords: false,
    repositories: [],
  };
  return [
    ask('GET', `${session}/threads?state=open&limit=2`),
    ask('POST', `${session}/threads`, { anchor, body: 'Why? @usr_x', needsAnswer: true }),
    ask('POST', `${thread}/comments`, { body: 'So.', state: 'resolved' }),
    ask('PATCH', thread, { state: 'open', needsAnswer: false }),
    ask('PATCH', `${thread}/comments/cmt_000000000000000000000000`, { body: 'No.' }),
    ask('GET', `${session}/review`),
    ask('POST', `${session}/reviews`, { outcome: 'noted', throughSequence: 0, body: 'Fine.' }),
    ask('POST', `${session}/reviews/rev_000000000000000000000000/dismissal`, { reason: 'So' }),
    ask('PUT', `${session}/mark`, { throughSequence: 0, back: true }),
    ask('PUT', `${session}/assignees/usr_000000000000000000000000`),
    ask('POST', `${session}/decline`, { note: 'No time' }),
    ask('GET', `${me}/reviews?tab=open&order=risk&assignee=me&author=none&state=in_review&limit=3`),
    ask('GET', `${me}/reviews?tab=turn&order=waiting`),
    ask('POST', `${me}/reviews/next`, { order: 'newest', repoRoot: '/a' }),
    ask('PUT', `${me}/policy`, policy),
  ];
}

export function brokenBytes(dice: Dice, { method, path, headers, body }: FuzzRequest): Buffer {
  const end = dice.chance(0.05) ? '\n' : '\r\n';
  const lines = [
    `${method} ${path} ${dice.chance(0.1) ? dice.of(['HTTP/1.0', 'HTTP/2.0', 'HTTP/1.1 x', 'http/1.1', '']) : 'HTTP/1.1'}`,
  ];
  if (!dice.chance(0.05)) lines.push('Host: x');
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  let content = body;
  switch (dice.below(9)) {
    case 0:
      lines.push('Transfer-Encoding: chunked');
      content = chunked(dice, body);
      break;
    case 1:
      lines.push('Transfer-Encoding: chunked', `Content-Length: ${body.length}`);
      content = chunked(dice, body);
      break;
    case 2:
      lines.push(
        `Content-Length: ${dice.of(['-1', '+2', '0x10', '1e3', '99999999999999999999', '', '2, 2', ' '])}`,
      );
      break;
    case 3:
      lines.push(`Content-Length: ${body.length}`, `Content-Length: ${body.length + dice.below(2)}`);
      break;
    case 4:
      lines.push(`Transfer-Encoding: ${dice.of(['xchunked', 'chunked, identity', 'gzip', 'chunked\t', ''])}`);
      break;
    case 5:
      lines.push(
        `X-Odd${dice.of([' ', '\u0000', '(', ''])}: ${dice.of(['a\u0000b', '\u0007', ' folded\r\n more', ''])}`,
      );
      lines.push(`Content-Length: ${body.length}`);
      break;
    default:
      lines.push(`Content-Length: ${body.length}`);
  }
  lines.push('Connection: close');
  const bytes = Buffer.concat([Buffer.from(`${lines.join(end)}${end}${end}`, 'latin1'), content]);
  return dice.chance(0.3) ? mangle(dice, bytes) : bytes;
}

function chunked(dice: Dice, body: Buffer): Buffer {
  const size = dice.chance(0.7)
    ? body.length.toString(16)
    : dice.of(['-1', 'zz', 'ffffffffffffffffff', '0x5', '5;ext="a"', '']);
  return Buffer.concat([
    Buffer.from(`${size}\r\n`),
    body,
    Buffer.from(dice.of(['\r\n0\r\n\r\n', '\r\n0\r\nTrailer: x\r\n\r\n', '\n0\n\n', '0\r\n\r\n'])),
  ]);
}
