import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DebriefError, type ErrorCode, limits, type Route, routes } from '@debrief/contract';
import { defaultRateLimits, RateLimiter } from '../limit/rate-limit.ts';
import { countFailure } from './authenticate.ts';
import { checkMedia } from './body.ts';
import { presentedSecret, presentedToken } from './credential.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { inflated, inflatedUpTo } from './inflate.ts';
import { deeperThan, parseJson, textOf } from './json.ts';
import { inputReader } from './validate.ts';

/** The code a request is refused with, or what was read. */
function codeOf<Value>(read: () => Value): Value | ErrorCode {
  try {
    return read();
  } catch (error) {
    assert.ok(error instanceof DebriefError, String(error));
    return error.code;
  }
}

const messageOf = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    return (error as Error).message;
  }
  return 'not refused';
};

const withHeaders = (...lines: [string, string][]): IncomingMessage =>
  ({
    headers: Object.fromEntries(lines.map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders: lines.flat(),
  }) as unknown as IncomingMessage;

describe('a body', () => {
  const parse = (text: string) => codeOf(() => parseJson(Buffer.from(text)));
  const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

  it('is one JSON object', () => {
    assert.deepEqual(parse('{"a":[1,"é",null,true]}'), { a: [1, 'é', null, true] });
    for (const text of ['', '[]', 'null', '"x"', '1', '{"a":1', '{} {}']) {
      assert.equal(parse(text), 'invalid_json', text);
    }
  });

  it('holds no number that would be stored as null', () => {
    for (const text of ['{"a":1e400}', '{"a":[{"b":-1e999}]}', '{"a":[[1e400]]}']) {
      assert.equal(parse(text), 'validation_error', text);
    }
    assert.deepEqual(parse('{"a":1e300,"b":-1e300,"c":0}'), { a: 1e300, b: -1e300, c: 0 });
  });

  it('is nested as deep as the limit and no deeper, small or large', () => {
    const filler = `"b":"${' '.repeat(300_000)}"`;
    for (const more of ['', filler]) {
      const at = (depth: number) => (more ? nested(depth).replace(/\}$/, `,${more}}`) : nested(depth));
      assert.notEqual(parse(at(limits.jsonDepth)), 'invalid_json');
      assert.equal(parse(at(limits.jsonDepth + 1)), 'invalid_json');
    }
    assert.equal(parse('['.repeat(400_000)), 'invalid_json');
  });

  it('is text in UTF-8', () => {
    assert.equal(textOf(Buffer.from('plain')), 'plain');
    assert.equal(textOf(Buffer.from('é→漢')), 'é→漢');
    assert.equal(
      codeOf(() => textOf(Buffer.from([0x22, 0xff, 0x22]))),
      'invalid_json',
    );
  });

  it('brackets inside of strings nest nothing', () => {
    const isDeeper = (text: string, max: number) => deeperThan(Buffer.from(text), max);
    assert.equal(isDeeper('[[]]', 2), false);
    assert.equal(isDeeper('[[]]', 1), true);
    assert.equal(isDeeper('[{}]', 1), true);
    assert.equal(isDeeper('[][][]{}{}', 1), false);
    assert.equal(isDeeper('["[[[","{{{"]', 1), false);
    assert.equal(isDeeper(String.raw`["\"[[[", "\\", [1]]`, 1), true);
    assert.equal(isDeeper(String.raw`["\"[[[", "\\", 1]`, 1), false);
    assert.equal(isDeeper('["[[[', 1), false);
  });

  it('is refused by its headers before a byte of it is read', () => {
    const check = (row: Route, headers: Record<string, string>) =>
      codeOf(() => checkMedia(row, { headers } as IncomingMessage));
    const json = { 'content-type': 'application/json' };
    const { registerEnvironment: plain, appendEvents: packed, getConfig: none } = routes;
    assert.equal(check(none, { 'content-type': 'text/plain' }), undefined);
    assert.equal(check(plain, {}), undefined);
    assert.equal(check(plain, { 'content-length': '0' }), undefined);
    assert.equal(check(plain, { 'content-length': '1' }), 'unsupported_media_type');
    assert.equal(check(plain, { 'transfer-encoding': 'chunked' }), 'unsupported_media_type');
    assert.equal(check(plain, { 'content-type': 'text/plain' }), 'unsupported_media_type');
    assert.equal(check(plain, { ...json, 'content-encoding': 'Identity' }), undefined);
    assert.equal(check(plain, { ...json, 'content-encoding': 'gzip' }), 'unsupported_media_type');
    assert.equal(check(packed, { ...json, 'content-encoding': 'GZIP' }), undefined);
    assert.equal(check(packed, { ...json, 'content-encoding': 'br' }), 'unsupported_media_type');
    const length = (bytes: number) => ({ ...json, 'content-length': String(bytes) });
    assert.equal(check(plain, length(limits.bodyBytes)), undefined);
    assert.equal(check(plain, length(limits.bodyBytes + 1)), 'body_too_large');
    assert.equal(check(packed, length(limits.ingestBodyBytes)), undefined);
    assert.equal(check(packed, length(limits.ingestBodyBytes + 1)), 'body_too_large');
  });

  it('is inflated up to its limit', async () => {
    assert.equal(inflated(gzipSync(Buffer.alloc(1000)), 1000).length, 1000);
    assert.throws(() => inflated(gzipSync(Buffer.alloc(1001)), 1000), { code: 'body_too_large' });
    assert.throws(() => inflated(Buffer.from('no gzip'), 1000), { code: 'invalid_json' });
    assert.equal((await inflatedUpTo(gzipSync(Buffer.alloc(1000)), 1000))?.length, 1000);
    assert.equal(await inflatedUpTo(gzipSync(Buffer.alloc(1001)), 1000), undefined);
    await assert.rejects(inflatedUpTo(Buffer.from('no gzip'), 1000), { code: 'invalid_json' });
  });
});

describe('the key of a request that may be repeated', () => {
  const read = (key: string) => codeOf(() => readIdempotencyKey({ 'idempotency-key': key }));

  it('is visible ASCII of a bounded length, in quotes or not', () => {
    assert.equal(readIdempotencyKey({}), undefined);
    assert.equal(read('a'), 'a');
    assert.equal(read('"a b"'), 'validation_error');
    assert.equal(read('"quoted"'), 'quoted');
    assert.equal(read('"one'), '"one');
    assert.equal(read('k'.repeat(limits.idempotencyKey)), 'k'.repeat(limits.idempotencyKey));
    for (const key of ['', '""', 'k'.repeat(limits.idempotencyKey + 1), 'a b', 'é', '\u007f']) {
      assert.equal(read(key), 'validation_error', key);
    }
  });
});

describe('a credential', () => {
  const secret = (...lines: [string, string][]) => codeOf(() => presentedSecret(withHeaders(...lines)));
  const token = (...lines: [string, string][]) => codeOf(() => presentedToken(withHeaders(...lines)));

  it('of a secret route stands in either header, once', () => {
    assert.equal(secret(['Authorization', 'Bearer sk_a']), 'sk_a');
    assert.equal(secret(['authorization', 'bEARER   sk_a ']), 'sk_a');
    assert.equal(secret(['X-Service-Secret', 'sk_a']), 'sk_a');
    assert.equal(secret(['X-Service-Secret', 'sk_a'], ['Authorization', 'Bearer sk_a']), 'sk_a');
    assert.equal(secret(['X-Service-Secret', 'sk_a'], ['Authorization', 'Basic abc']), 'sk_a');
    assert.equal(secret(['X-Service-Secret', 'sk_a'], ['Authorization', 'Bearer a.b.c']), 'sk_a');
    assert.equal(
      secret(['X-Service-Secret', 'sk_a'], ['Authorization', 'Bearer sk_b']),
      'conflicting_credentials',
    );
    assert.equal(
      secret(['X-Service-Secret', 'sk_a'], ['x-service-secret', 'sk_a']),
      'conflicting_credentials',
    );
    assert.equal(
      secret(['Authorization', 'Bearer sk_a'], ['Authorization', 'Bearer sk_a']),
      'conflicting_credentials',
    );
  });

  it('of a secret route is missing, of another kind or not one', () => {
    assert.equal(secret(), 'missing_credentials');
    assert.equal(secret(['X-Service-Secret', '']), 'missing_credentials');
    assert.equal(secret(['Authorization', 'Bearer a.b.c']), 'wrong_credential_type');
    assert.equal(secret(['Authorization', 'Bearer a.b']), 'a.b');
    assert.equal(secret(['Authorization', 'Bearer sk_a.b.c']), 'sk_a.b.c');
    assert.equal(secret(['Authorization', 'Basic abc']), 'invalid_secret');
    assert.equal(secret(['Authorization', 'Bearer a b']), 'invalid_secret');
  });

  it('of a person is a token, and no secret stands beside it', () => {
    assert.equal(token(['Authorization', 'Bearer a.b.c']), 'a.b.c');
    // Another header, with a name of the same length.
    assert.equal(token(['Authorization', 'Bearer a.b.c'], ['Cache-Control', 'no-cache']), 'a.b.c');
    assert.equal(token(), 'missing_credentials');
    assert.equal(token(['Authorization', 'Basic abc']), 'invalid_token');
    assert.equal(token(['Authorization', 'Bearer sk_a']), 'wrong_credential_type');
    assert.equal(token(['X-Service-Secret', ''], ['Authorization', 'Bearer a.b.c']), 'wrong_credential_type');
    assert.equal(
      token(['Authorization', 'Bearer a'], ['authorization', 'Bearer a']),
      'conflicting_credentials',
    );
  });

  it('that is refused counts against its address, one that has expired does not', () => {
    const limiter = new RateLimiter({ ...defaultRateLimits, failedAuthentication: 1 });
    const isFull = () => codeOf(() => limiter.check('failedAuthentication', 'a')) === 'rate_limited';
    for (const error of [
      new DebriefError('token_expired', 'Late.'),
      new DebriefError('insufficient_role', 'No.'),
      new Error('broken'),
    ]) {
      countFailure(limiter, 'a', error);
      assert.equal(isFull(), false, String(error));
    }
    countFailure(limiter, 'a', new DebriefError('invalid_token', 'No.'));
    assert.equal(isFull(), true);
  });
});

describe('the fields of a request', () => {
  const append = inputReader(routes.appendEvents);
  const register = inputReader(routes.registerEnvironment);
  const list = inputReader(routes.listSessions);
  const valid = { hostname: 'h', platform: 'linux', serviceCliVersion: '1.0.0' };

  it('are those of the schema, trimmed; null and blank are left out, a path stays', () => {
    const input = register(
      { environmentId: 'env_1' },
      {},
      { ...valid, displayName: '  a  ', other: 1, gitBranch: null },
    );
    assert.deepEqual(input, { environmentId: 'env_1', ...valid, displayName: 'a' });
    assert.equal('displayName' in register({}, {}, { ...valid, displayName: '   ' }), false);
    assert.equal(
      Object.hasOwn(
        register(
          {},
          {},
          JSON.parse('{"__proto__":{"a":1},"hostname":"h","platform":"linux","serviceCliVersion":"1.0.0"}'),
        ),
        '__proto__',
      ),
      false,
    );
  });

  it('that are required may not be null, absent or blank', () => {
    const message = (body: unknown) => messageOf(() => register({}, {}, body));
    assert.equal(message({ platform: 'linux', serviceCliVersion: '1.0.0' }), 'hostname is required.');
    assert.equal(message({ ...valid, hostname: null }), 'hostname must be a string.');
    assert.equal(message({ ...valid, hostname: '  ' }), 'hostname must not be empty.');
    assert.equal(
      message({ ...valid, hostname: 'h'.repeat(256) }),
      'hostname may have at most 255 characters.',
    );
    assert.equal(message({ ...valid, hostname: 3 }), 'hostname must be a string.');
    assert.equal(
      messageOf(() => register({}, {}, undefined)),
      'The body is empty; a JSON object is expected.',
    );
  });

  it('are named as in the body, with the place in a list', () => {
    const message = (events: unknown) => messageOf(() => append({}, {}, { events }));
    assert.equal(
      message([{ eventType: 'a', payload: 1 }, { payload: 1 }]),
      'events[1].eventType is required.',
    );
    assert.equal(message([]), 'events must have at least 1 item.');
    assert.match(
      message(Array(51).fill({ eventType: 'a', payload: 1 })),
      /^events may have at most 50 items\.$/,
    );
    assert.equal(message({}), 'events must be an array.');
  });

  it('of a query are numbers and lists where the schema says so', () => {
    assert.deepEqual(list({}, { limit: '5', other: 'x' }, undefined), { limit: 5 });
    assert.equal(
      messageOf(() => list({}, { limit: '5.5' }, undefined)),
      'limit must be an integer.',
    );
    assert.equal(
      messageOf(() => list({}, { limit: '0' }, undefined)),
      'limit must be at least 1.',
    );
    assert.equal(
      messageOf(() => list({}, { limit: '-1' }, undefined)),
      'limit must be at least 1.',
    );
    assert.equal(
      messageOf(() => list({}, { limit: '1'.repeat(16) }, undefined)),
      'limit must be an integer.',
    );
    assert.equal(
      codeOf(() => list({}, { cursor: ['a', 'b'] }, undefined)),
      'invalid_cursor',
    );
    assert.equal(
      codeOf(() => list({}, { limit: ['1', '2'] }, undefined)),
      'validation_error',
    );
  });
});
