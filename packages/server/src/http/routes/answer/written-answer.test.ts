import assert from 'node:assert/strict';
import { get } from 'node:http';
import { it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { KeptItems } from '../../../domain/session/kept-json.ts';
import { compressAnswers } from '../../compress.ts';
import { sendInPieces, writerOf } from './written-answer.ts';

const reading = { state: 'current' as const, foldedTo: 2, eventCount: 2, lane: 0, from: 0, total: 2 };
const windowOf = (...texts: string[]) => ({
  ...reading,
  entries: new KeptItems(texts.map((text) => Buffer.from(text))),
});
const serializerCompiler = () => writerOf('getTranscript') as never;
const schema = { response: { 200: {} } };

it('pieces are sent as they are, or put together and compressed for who asks for that', async () => {
  const app = Fastify();
  compressAnswers(app);
  const finished: number[] = [];
  app.addHook('onResponse', (_, reply, done) => {
    finished.push(reply.statusCode);
    done();
  });
  const window = windowOf('{"text":"', 'é漢'.repeat(500), '"}', ',', '{}');
  app.get('/window', { config: { row: {} as never }, schema, serializerCompiler }, async (_, reply) => {
    reply.header('X-Request-Id', 'req_1').header('Vary', 'Origin');
    return sendInPieces(reply, 'getTranscript', window);
  });
  const expected = { ...reading, entries: [{ text: 'é漢'.repeat(500) }, {}] };
  const plain = await app.inject('/window');
  assert.deepEqual(plain.json(), expected);
  assert.deepEqual(
    ['content-type', 'content-length', 'vary', 'x-request-id', 'content-encoding'].map(
      (name) => plain.headers[name],
    ),
    [
      'application/json; charset=utf-8',
      Buffer.byteLength(plain.body),
      'Origin, Accept-Encoding',
      'req_1',
      undefined,
    ].map((value) => (typeof value === 'number' ? String(value) : value)),
  );
  const packed = await app.inject({ url: '/window', headers: { 'accept-encoding': 'gzip' } });
  assert.equal(packed.headers['content-encoding'], 'gzip');
  assert.equal(packed.headers.vary, 'Origin, Accept-Encoding');
  assert.deepEqual(JSON.parse(gunzipSync(packed.rawPayload).toString()), expected);
  const head = await app.inject({ method: 'HEAD', url: '/window' });
  assert.equal(head.body, '');
  assert.deepEqual(finished, [200, 200, 200]);
  await app.close();
});

it('somebody who leaves before the pieces are there does no harm', async () => {
  const app = Fastify();
  const left = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  app.get('/window', async (request, reply) => {
    request.raw.socket.once('close', left.resolve);
    asked.destroy();
    await left.promise;
    sendInPieces(reply, 'getTranscript', windowOf('{}'));
    sent.resolve();
  });
  const asked = get(`${await app.listen({ host: '127.0.0.1', port: 0 })}/window`);
  asked.on('error', () => {});
  await sent.promise;
  await new Promise((resolve) => setImmediate(resolve));
  await app.close();
});
