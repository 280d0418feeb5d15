import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { after, describe, it } from 'node:test';
import { crc32, gzipSync } from 'node:zlib';
import { DebriefError, limits } from '@debrief/contract';
import { testExecutor } from '../../../testing/executor.ts';
import { base62, newId } from '../../domain/id.ts';
import { digestSecret } from '../../domain/secret.ts';
import { defaultRateLimits, RateLimiter, type RateLimits } from '../limit/rate-limit.ts';
import { AppendPipeline } from './pipeline.ts';

const pepper = createSecretKey(Buffer.alloc(32, 5));
const sessionId = newId('ses');
const aSecret = (letter: string): string => {
  const body = `sk_test_${letter.repeat(32)}`;
  return body + base62(crc32(body), 6);
};
const secret = aSecret('a');
const oneEvent = '{"events":[{"eventType":"a","payload":1}]}';

interface Appended {
  secretId: string | undefined;
  lines: Buffer;
  key: string | undefined;
  at: number;
}

const executor = testExecutor();
after(() => executor.stop());

/** A pipeline that knows one secret; `fault` and `replayed` are what the log answers with. */
function aPipeline(limits: Partial<RateLimits> = {}) {
  const seen = { looks: 0, appended: [] as Appended[], counted: [] as number[][], rings: 0 };
  const log = { fault: undefined as Error | undefined, replayed: false, async: false };
  const pipeline = new AppendPipeline({
    limiter: new RateLimiter({ ...defaultRateLimits, ...limits }),
    executor,
    metrics: { events: (...counts: number[]) => seen.counted.push(counts) } as never,
    context: {
      clock: () => 1000,
      pepper,
      bell: { ring: () => seen.rings++ },
      store: {
        // Nothing was taken out of a session here.
        redaction: { revision: async () => undefined },
        secret: {
          findByDigest: async (digest: string) => {
            seen.looks++;
            return digest === digestSecret(pepper, secret)
              ? { digest, secretId: 'sec_1', organizationId: 'org_1', environment: 'test', status: 'active' }
              : undefined;
          },
        },
      },
      log: {
        append: async (batch: Appended) => {
          if (log.fault) throw log.fault;
          seen.appended.push(batch);
          return { first: 7, count: 1, async: log.async, replayed: log.replayed };
        },
      },
    } as never,
  });
  const send = async (
    body: string | Buffer = oneEvent,
    {
      headers = {},
      credential = secret,
      socket = {},
      pieces,
    }: { headers?: object; credential?: string; socket?: object; pieces?: Buffer[] } = {},
  ) => {
    const bytes = Buffer.from(body);
    const all: Record<string, string> = {
      'x-service-secret': credential,
      'content-type': 'application/json',
      'content-length': String(bytes.length),
      ...headers,
    };
    for (const [name, value] of Object.entries(all)) if (value === '') delete all[name];
    const request = Object.assign(Readable.from(pieces ?? [bytes.subarray(0, 5), bytes.subarray(5)]), {
      headers: all,
      rawHeaders: Object.entries(all).flat(),
      socket,
    }) as unknown as IncomingMessage;
    const admitted = await pipeline.admit(request, '192.0.2.1');
    return pipeline.append(request, sessionId, admitted);
  };
  return { send, seen, log };
}

const refused = (code: string) => (error: unknown) => error instanceof DebriefError && error.code === code;

describe('an append', () => {
  it('gives the memory of its body back before it is stored', async () => {
    const { send, seen, log } = aPipeline();
    const events = Array.from({ length: 50 }, (_, index) => ({
      eventType: 'a',
      payload: `${index}`.repeat(99),
    }));
    const body = JSON.stringify({ events });
    const piece = Buffer.from(new TextEncoder().encode(body).buffer);
    log.fault = new Error('nothing can be stored');
    await assert.rejects(send(body, { pieces: [piece] }), log.fault);
    assert.equal(piece.length, 0);
    log.fault = undefined;
    await send(body, { pieces: [Buffer.from(new TextEncoder().encode(body).buffer)] });
    assert.deepEqual(
      seen.appended[0]?.lines.toString(),
      events.map(({ payload }) => `"a"\t${JSON.stringify(payload)}\n`).join(''),
    );
  });

  it('is stored as it came, heard, counted and answered', async () => {
    const { send, seen } = aPipeline();
    const { status, headers, body } = await send();
    assert.deepEqual(
      [status, JSON.parse(body)],
      [200, { sessionId, accepted: 1, firstSequence: 7, lastSequence: 7, async: false }],
    );
    assert.deepEqual(headers, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': body.length,
    });
    assert.deepEqual(
      seen.appended.map(({ lines, key, at }) => [lines.toString(), key, at]),
      [['"a"\t1\n', undefined, 1000]],
    );
    assert.deepEqual([seen.counted, seen.rings], [[[1, oneEvent.length]], 1]);
  });

  it('is counted by the bytes it came in, whether its headers state them or it is packed', async () => {
    const { send, seen } = aPipeline();
    await send(oneEvent, { headers: { 'content-length': '' } });
    const packed = gzipSync(oneEvent);
    await send(packed, { headers: { 'content-encoding': 'gzip' } });
    assert.deepEqual(seen.counted, [
      [1, oneEvent.length],
      [1, packed.length],
    ]);
  });

  it('that was stored before is answered alike and says so, and is neither heard nor counted', async () => {
    const { send, seen, log } = aPipeline();
    Object.assign(log, { replayed: true, async: true });
    const { status, headers } = await send();
    assert.deepEqual([status, headers['Idempotent-Replayed']], [202, 'true']);
    assert.deepEqual([seen.counted, seen.rings], [[], 0]);
  });

  it('has the key of its header, else that of its body', async () => {
    const { send, seen } = aPipeline();
    const keyed = oneEvent.replace('{', '{"idempotencyKey":"inside",');
    await send(keyed);
    await send(keyed, { headers: { 'idempotency-key': 'outside' } });
    assert.deepEqual(
      seen.appended.map(({ key }) => key),
      ['inside', 'outside'],
    );
  });

  it('in gzip is unpacked, whatever the case of the header', async () => {
    const { send, seen } = aPipeline();
    for (const name of ['gzip', 'GZIP']) {
      await send(gzipSync(oneEvent), { headers: { 'content-encoding': name } });
    }
    assert.deepEqual(
      seen.appended.map(({ lines }) => lines.toString()),
      ['"a"\t1\n', '"a"\t1\n'],
    );
  });

  it('A3 a secret is looked up once, and from then on the log sees to it that it is still active', async () => {
    const { send, seen, log } = aPipeline({ failedAuthentication: 2 });
    const socket = {};
    await send(oneEvent, { socket });
    await send(oneEvent, { socket });
    await send(oneEvent, { socket: {} });
    assert.equal(seen.looks, 1);
    assert.deepEqual(
      seen.appended.map(({ secretId }) => secretId),
      [undefined, 'sec_1', 'sec_1'],
    );
    log.fault = new DebriefError('secret_revoked', 'Revoked.');
    await assert.rejects(send(oneEvent, { socket }), refused('secret_revoked'));
    assert.equal(seen.looks, 1);
    log.fault = undefined;
    await send(oneEvent, { socket });
    assert.equal(seen.looks, 2, 'forgotten, also on this connection');
    log.fault = new DebriefError('session_closed', 'Closed.');
    await assert.rejects(send(oneEvent, { socket }), refused('session_closed'));
    log.fault = undefined;
    await send(oneEvent, { socket });
    assert.equal(seen.looks, 2, 'another fault changes nothing');
  });

  it('on one connection two secrets are told apart', async () => {
    const { send } = aPipeline();
    const socket = {};
    await send(oneEvent, { socket });
    await send(oneEvent, { socket });
    await assert.rejects(send(oneEvent, { socket, credential: aSecret('b') }), refused('invalid_secret'));
  });

  it('P3 wrong, missing and revoked secrets count against the address, and then nothing is looked at', async () => {
    const wrong = { credential: aSecret('b') };
    const missing = { credential: '' };
    for (const [given, code] of [
      [wrong, 'invalid_secret'],
      [missing, 'missing_credentials'],
    ] as const) {
      const { send, seen } = aPipeline({ failedAuthentication: 2 });
      for (let n = 0; n < 2; n++) await assert.rejects(send(oneEvent, given), refused(code));
      const { looks } = seen;
      await assert.rejects(send(), refused('rate_limited'));
      assert.deepEqual([seen.looks, seen.appended], [looks, []]);
    }
    const { send, log } = aPipeline({ failedAuthentication: 1 });
    log.fault = new DebriefError('secret_revoked', 'Revoked.');
    await assert.rejects(send(), refused('secret_revoked'));
    await assert.rejects(send(), refused('rate_limited'));
  });

  it('P3 requests and bytes of a secret are limited, also those that come without a length or packed', async () => {
    const few = aPipeline({ secret: 1 });
    await few.send();
    await assert.rejects(few.send(), refused('rate_limited'));
    assert.equal(few.seen.appended.length, 1);
    const chunked = { headers: { 'content-length': '', 'transfer-encoding': 'chunked' } };
    const little = aPipeline({ secretBytes: 10 });
    await assert.rejects(little.send(), refused('rate_limited'));
    await assert.rejects(aPipeline({ secretBytes: 10 }).send(oneEvent, chunked), refused('rate_limited'));
    const long = gzipSync(JSON.stringify({ events: [{ eventType: 'a', payload: 'x'.repeat(5000) }] }));
    const packed = { headers: { 'content-encoding': 'gzip' } };
    await assert.rejects(aPipeline({ secretBytes: 1000 }).send(long, packed), refused('rate_limited'));
    await aPipeline({ secretBytes: 6000 }).send(long, packed);
  });

  it('R13 may have as many bytes as the limit says and not one more, though its length is not stated', async () => {
    const { send } = aPipeline();
    const chunked = { headers: { 'content-length': '', 'transfer-encoding': 'chunked' } };
    const blank = Buffer.alloc(limits.ingestBodyBytes + 1, ' ');
    await assert.rejects(send(blank.subarray(1), chunked), refused('invalid_json'));
    await assert.rejects(send(blank, chunked), refused('body_too_large'));
  });

  it('is refused by its headers, and by a body that is none', async () => {
    const { send, seen } = aPipeline();
    await assert.rejects(
      send(oneEvent, { headers: { 'content-type': 'text/plain' } }),
      refused('unsupported_media_type'),
    );
    await assert.rejects(send('{'), refused('invalid_json'));
    const packed = { headers: { 'content-encoding': 'gzip' } };
    await assert.rejects(send('', packed), { code: 'invalid_json', message: /empty/ });
    await assert.rejects(send('1', packed), { code: 'invalid_json', message: /gzip/ });
    await assert.rejects(send('{"events":[]}'), refused('validation_error'));
    await assert.rejects(
      send(oneEvent, { headers: { 'idempotency-key': 'a b' } }),
      refused('validation_error'),
    );
    assert.deepEqual([seen.appended, seen.counted], [[], []]);
  });
});
