import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { compressAnswers } from './compress.ts';

const long = JSON.stringify({ text: 'word '.repeat(500) });

/** One answer to a request that takes gzip, unless told otherwise. */
async function answer(
  payload: unknown,
  {
    method = 'GET' as 'GET' | 'POST' | 'HEAD',
    status = 200,
    isRoute = true,
    vary = undefined as string | undefined,
    accept = 'gzip',
  } = {},
) {
  const app = fastify();
  compressAnswers(app);
  app.route({
    method: method === 'POST' ? 'POST' : 'GET',
    url: '/',
    ...(isRoute && { config: { row: {} as never } }),
    handler: async (_, reply) => {
      if (vary) reply.header('Vary', vary);
      return reply.code(status).type('application/json').send(payload);
    },
  });
  const reply = await app.inject({
    method,
    url: '/',
    headers: { 'accept-encoding': accept },
  });
  await app.close();
  const { 'content-encoding': encoding, vary: varies, 'content-length': length } = reply.headers;
  return { encoding, varies, length, bytes: reply.rawPayload };
}

describe('an answer', () => {
  it('is packed when it is long, whether it is text or bytes, with the length it then has', async () => {
    for (const payload of [long, Buffer.from(long)]) {
      const { encoding, varies, bytes, length } = await answer(payload);
      assert.deepEqual([encoding, varies], ['gzip', 'Accept-Encoding']);
      assert.equal(gunzipSync(bytes).toString(), long);
      assert.ok(length === undefined || Number(length) === bytes.length);
    }
  });

  it('is left alone when it is short, an error, no answer to GET or none of the API', async () => {
    assert.equal((await answer('x'.repeat(1023))).encoding, undefined);
    assert.equal((await answer('x'.repeat(1024))).encoding, 'gzip');
    for (const given of [
      { method: 'POST' as const },
      { method: 'HEAD' as const },
      { status: 201 },
      { status: 404 },
      { isRoute: false },
    ]) {
      const { encoding, varies } = await answer(long, given);
      assert.deepEqual([encoding, varies], [undefined, undefined], JSON.stringify(given));
    }
  });

  it('that could have been packed says so to caches, beside what it varies by already', async () => {
    const plain = await answer(long, { accept: 'identity' });
    assert.deepEqual([plain.encoding, plain.varies], [undefined, 'Accept-Encoding']);
    assert.equal((await answer(long, { vary: 'Origin' })).varies, 'Origin, Accept-Encoding');
    assert.equal(plain.bytes.toString(), long);
  });

  it('that is a stream is packed as it goes', async () => {
    const { encoding, bytes } = await answer(Readable.from(['a', 'b']));
    assert.equal(encoding, 'gzip');
    assert.equal(gunzipSync(bytes).toString(), 'ab');
    assert.notDeepEqual(bytes, gzipSync('ab'));
  });
});
