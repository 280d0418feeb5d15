import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { Readable } from 'node:stream';
import { it } from 'node:test';
import { DebriefError } from '@debrief/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { KeptJson } from '../../../domain/session/kept-json.ts';
import type { Happening } from '../../../domain/session/ports.ts';
import { lastEventId, Streams } from './stream.ts';

/** One request for a stream, and what was answered. */
function aReader(userId = 'usr_1', method = 'GET') {
  const raw = Object.assign(new EventEmitter(), { isDestroyed: false, destroy: () => {} });
  raw.destroy = () => {
    raw.isDestroyed = true;
  };
  const headers: Record<string, string> = {};
  const warnings: unknown[] = [];
  const reply = {
    raw,
    sent: undefined as Readable | string | undefined,
    type: (type: string) => {
      headers['Content-Type'] = type;
      return reply;
    },
    headers: (more: Record<string, string>) => Object.assign(headers, more),
    send: (body: Readable | string) => {
      reply.sent = body;
      return reply;
    },
  };
  const request = {
    method,
    headers: {},
    actor: { kind: 'member', userId },
    id: 'req_1',
    log: { child: (bound: object) => ({ warn: (line: object) => warnings.push({ ...bound, ...line }) }) },
  } as unknown as FastifyRequest;
  return { request, reply: reply as unknown as FastifyReply & typeof reply, raw, headers, warnings };
}

async function* nothing(): AsyncGenerator<Happening> {}
const stopping = () => new AbortController();

it('one person has thirty streams at most; one that is closed makes room, and others have their own', () => {
  const streams = new Streams(stopping().signal);
  const open = (reader: ReturnType<typeof aReader>) => streams.send(reader.request, reader.reply, nothing);
  const readers = Array.from({ length: 30 }, () => aReader());
  for (const reader of readers) open(reader);
  assert.throws(
    () => open(aReader()),
    (error) => error instanceof DebriefError && error.code === 'rate_limited' && error.retryAfter === 15,
  );
  open(aReader('usr_2'));
  readers[0]?.raw.emit('close');
  open(aReader());
  assert.throws(() => open(aReader()), DebriefError);
  for (const reader of readers.slice(1)) reader.raw.emit('close');
  for (let n = 0; n < 29; n++) open(aReader());
  assert.throws(() => open(aReader()), DebriefError);
});

it('HEAD is answered with the headers alone and takes no room', () => {
  const streams = new Streams(stopping().signal);
  for (let n = 0; n < 40; n++) {
    const { request, reply, headers } = aReader('usr_1', 'HEAD');
    streams.send(request, reply, nothing);
    assert.equal(reply.sent, '');
    assert.deepEqual(headers, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      Connection: 'close',
    });
  }
});

it('what happens is written as server-sent events, and a fault ends the stream and is logged', async () => {
  const { request, reply, warnings } = aReader();
  async function* happenings(): AsyncGenerator<Happening> {
    const event = { sessionId: 's', sequence: 7, eventType: 'é', payload: new KeptJson(Buffer.from('"漢"')) };
    yield { kind: 'event', sequence: 7, data: { ...event, createdAt: 't' } };
    const entries = { foldedTo: 8, isWhole: true, entries: [] };
    yield { kind: 'entries', foldedTo: 8, isPosition: true, data: entries };
    yield { kind: 'entries', foldedTo: 9, isPosition: false, data: entries };
    yield { kind: 'inbox', data: { unread: 1, machineKey: 'x' } as never };
    yield { kind: 'beat' };
    throw new Error('the log is away');
  }
  new Streams(stopping().signal).send(request, reply, happenings);
  let text = '';
  for await (const chunk of reply.sent as Readable) text += chunk;
  assert.equal(
    text,
    [
      'retry: 1000',
      'id: 7\nevent: event\ndata: {"sessionId":"s","sequence":7,"eventType":"é","payload":"漢","createdAt":"t"}',
      'id: 8\nevent: entries\ndata: {"foldedTo":8,"isWhole":true,"entries":[]}',
      'event: entries\ndata: {"foldedTo":8,"isWhole":true,"entries":[]}',
      'event: inbox\ndata: {"unread":1}',
      ': still here',
      '',
    ].join('\n\n'),
  );
  assert.deepEqual(
    warnings.map((line) => (line as { reqId: unknown }).reqId),
    ['req_1'],
  );
});

it('whoever follows is told to end when the reader leaves or the server stops', () => {
  const stop = stopping();
  const streams = new Streams(stop.signal);
  const followed: AbortSignal[] = [];
  const open = () => {
    const reader = aReader();
    streams.send(reader.request, reader.reply, (signal) => {
      followed.push(signal);
      return nothing();
    });
    return reader;
  };
  open().raw.emit('close');
  open();
  assert.deepEqual(
    followed.map((signal) => signal.aborted),
    [true, false],
  );
  stop.abort();
  assert.equal(followed[1]?.aborted, true);
});

it('whoever leaves while much waits to be read is no longer followed', async () => {
  const { request, reply, raw } = aReader();
  const ended = Promise.withResolvers<void>();
  async function* endless(): AsyncGenerator<Happening> {
    try {
      const payload = new KeptJson(`"${'x'.repeat(100_000)}"`);
      const event = { sessionId: 's', sequence: 7, eventType: 'e', payload, createdAt: 't' };
      for (;;) yield { kind: 'event', sequence: 7, data: event };
    } finally {
      ended.resolve();
    }
  }
  new Streams(stopping().signal).send(request, reply, endless);
  await once(reply.sent as Readable, 'readable');
  raw.emit('close');
  await ended.promise;
});

it('a reader that does not read is cut off two seconds after the server stops, and at the end of its time', (test) => {
  test.mock.timers.enable({ apis: ['setTimeout'] });
  const stop = stopping();
  const streams = new Streams(stop.signal);
  const [one, two, gone] = [aReader(), aReader(), aReader()];
  for (const { request, reply } of [one, gone]) streams.send(request, reply, nothing);
  gone.raw.emit('close');
  test.mock.timers.tick(10 * 60_000 + 1999);
  assert.equal(one.raw.isDestroyed, false);
  test.mock.timers.tick(1);
  assert.deepEqual([one.raw.isDestroyed, gone.raw.isDestroyed], [true, false]);
  streams.send(two.request, two.reply, nothing);
  stop.abort();
  test.mock.timers.tick(1999);
  assert.equal(two.raw.isDestroyed, false);
  test.mock.timers.tick(1);
  assert.deepEqual([two.raw.isDestroyed, gone.raw.isDestroyed], [true, false]);
});

it('only a whole number of up to fifteen digits is a position to go on from', () => {
  const read = (id: unknown) =>
    lastEventId({ headers: { 'last-event-id': id } } as unknown as FastifyRequest);
  assert.equal(read('12'), 12);
  assert.equal(read('9'.repeat(15)), 999_999_999_999_999);
  for (const id of [undefined, '', 'x', '-1', '1.5', '9'.repeat(16), ['1', '2']]) {
    assert.equal(read(id), undefined, String(id));
  }
});
