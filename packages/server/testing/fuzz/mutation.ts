import { gzipSync } from 'node:zlib';
import type { Dice } from './dice.ts';
import type { FuzzRequest } from './valid-request.ts';

/** Hostile requests, made of valid ones. */

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
