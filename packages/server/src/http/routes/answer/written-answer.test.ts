import assert from 'node:assert/strict';
import { get } from 'node:http';
import { it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyReply } from 'fastify';
import type { ByteText } from '../../../domain/session/byte-text.ts';
import { compressAnswers } from '../../compress.ts';
import { asWritten, pageBytes, piecesOf, sendInPieces, withTexts } from './written-answer.ts';

const texts = (...items: string[]) => items.map((item) => Buffer.from(item).toString('latin1') as ByteText);

it('a page of texts is the JSON it looks like, byte for byte as long as it is', () => {
  for (const [items, nextCursor] of [
    [[], null],
    [['{"a":1}'], 'next'],
    [['{"a":"é漢"}', '{"b":2}', '[]'], null],
  ] as const) {
    const page = pageBytes('events', texts(...items), nextCursor);
    const expected = `{"events":[${items.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`;
    assert.equal(page.toString(), expected);
    assert.equal(page.length, Buffer.byteLength(expected));
  }
});

it('texts that are JSON already are put into the answer as they are', () => {
  const answer = withTexts({ nextCursor: null }, 'sessions', ['{"a":1}', '{"b":"é"}']);
  assert.deepEqual(JSON.parse(answer.toString()), { nextCursor: null, sessions: [{ a: 1 }, { b: 'é' }] });
  const types: string[] = [];
  const reply = { type: (type: string) => types.push(type) } as unknown as FastifyReply;
  assert.equal(asWritten<'listSessions'>(reply, answer), answer as never);
  assert.deepEqual(types, ['application/json; charset=utf-8']);
});

it('pieces are sent as they are, or put together and compressed for who asks for that', async () => {
  const app = Fastify();
  compressAnswers(app);
  const finished: number[] = [];
  app.addHook('onResponse', (_, reply, done) => {
    finished.push(reply.statusCode);
    done();
  });
  const entries = ['{"text":"', 'é漢'.repeat(500), '"}', ',', '{}'].map((text) => Buffer.from(text));
  const window = { lane: 0, entries };
  app.get('/window', { config: { row: {} as never } }, async (_, reply) => {
    reply.header('X-Request-Id', 'req_1').header('Vary', 'Origin');
    return sendInPieces<'getTranscript'>(reply, piecesOf(window, 'entries'));
  });
  const expected = { lane: 0, entries: [{ text: 'é漢'.repeat(500) }, {}] };
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
    sendInPieces<'getTranscript'>(reply, [Buffer.from('{'), Buffer.from('}')]);
    sent.resolve();
  });
  const asked = get(`${await app.listen({ host: '127.0.0.1', port: 0 })}/window`);
  asked.on('error', () => {});
  await sent.promise;
  await new Promise((resolve) => setImmediate(resolve));
  await app.close();
});
