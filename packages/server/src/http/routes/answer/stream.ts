import { Readable } from 'node:stream';
import { DebriefError, streamMessages } from '@debrief/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Happening } from '../../../domain/session/ports.ts';
import { defaultTiming } from '../../../domain/session/stream.ts';
import { requestLog } from '../../error.ts';
import { type Splice, splicer } from './splice.ts';

export type Follow = (signal: AbortSignal) => AsyncGenerator<Happening>;

/** Streams one person may have open on this server; a browser with that many tabs is none. */
const maxOfOnePerson = 30;
/** How long such a stream may take to come to its end. */
const patience = 2000;

/** Where a reconnecting client was; anything that is no sequence is no position. */
export function lastEventId(request: FastifyRequest): number | undefined {
  const id = request.headers['last-event-id'];
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}

/** Answers that are sent over time, as server-sent events. */
export class Streams {
  readonly #stopping: AbortSignal;
  readonly #open = new Map<string, number>();

  constructor(stopping: AbortSignal) {
    this.#stopping = stopping;
  }

  send(request: FastifyRequest, reply: FastifyReply, follow: Follow): FastifyReply {
    reply.type('text/event-stream').headers({
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
      // A stream that ends because the server stops must not leave an idle connection to wait for.
      Connection: 'close',
    });
    if (request.method === 'HEAD') return reply.send('');
    const person = request.actor?.kind === 'member' ? request.actor.userId : '';
    const open = this.#open.get(person) ?? 0;
    if (open >= maxOfOnePerson) {
      throw new DebriefError('rate_limited', 'Too many sessions are being followed at once; close some.', {
        retryAfter: 15,
      });
    }
    this.#open.set(person, open + 1);
    const gone = new AbortController();
    // A reader that does not read never lets a stream come to its end by itself.
    let end = setTimeout(() => reply.raw.destroy(), defaultTiming.life + patience).unref();
    const hurry = () => {
      clearTimeout(end);
      end = setTimeout(() => reply.raw.destroy(), patience).unref();
    };
    this.#stopping.addEventListener('abort', hurry, { once: true });
    const signal = AbortSignal.any([this.#stopping, gone.signal]);
    const text = textOf(request, follow(signal));
    const source = Readable.from(text, { objectMode: false, highWaterMark: 64 * 1024 });
    reply.raw.once('close', () => {
      gone.abort();
      // What is packed hangs behind another stream. Its end does not end this one, which may wait for a slow reader.
      source.destroy();
      clearTimeout(end);
      this.#stopping.removeEventListener('abort', hurry);
      const left = (this.#open.get(person) ?? 1) - 1;
      if (left > 0) this.#open.set(person, left);
      else this.#open.delete(person);
    });
    return reply.send(source);
  }
}

async function* textOf(
  request: FastifyRequest,
  happenings: AsyncGenerator<Happening>,
): AsyncGenerator<string | Buffer> {
  // Headers travel with the first byte; the browser is to know at once that it is connected.
  yield 'retry: 1000\n\n';
  try {
    for await (const happening of happenings) yield encode(happening);
  } catch (error) {
    // Too late for an answer; a client comes back by itself and is told then.
    requestLog(request).warn({ err: error }, 'a stream broke off');
  }
}

const splicers = new Map(
  Object.entries(streamMessages).map(([kind, schema]) => [kind, splicer(schema)] as const),
);

function encode(happening: Happening): Buffer {
  if (happening.kind === 'beat') return Buffer.from(': still here\n\n');
  const { kind } = happening;
  const spliced = (splicers.get(kind) as Splice)('data' in happening ? happening.data : {});
  return Buffer.concat([
    Buffer.from(`${idOf(happening)}event: ${kind}\ndata: `),
    spliced.joined(),
    Buffer.from('\n\n'),
  ]);
}

/** Where a client goes on from that has heard this. */
function idOf(happening: Happening): string {
  if (happening.kind === 'event') return `id: ${happening.sequence}\n`;
  return happening.kind === 'entries' && happening.isPosition ? `id: ${happening.foldedTo}\n` : '';
}
