import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type AppendedEvents, DebriefError, limits, routes } from '@debrief/contract';
import type { SecretActor } from '../../domain/actor.ts';
import type { Context } from '../../domain/context.ts';
import { authenticateSecret, RememberedSecrets } from '../../domain/secret.ts';
import { appendEvents } from '../../domain/session/event.ts';
import { releaseMemory } from '../../worker/own-memory.ts';
import { BodyBytes } from '../limit/body-bytes.ts';
import type { RateLimiter } from '../limit/rate-limit.ts';
import type { Metrics } from '../metrics.ts';
import { countFailure } from '../request/authenticate.ts';
import { checkMedia, inflated, tooLarge } from '../request/body.ts';
import { presentedSecret } from '../request/credential.ts';
import { readIdempotencyKey } from '../request/idempotency-key.ts';
import { BatchReader } from './append-body.ts';
import { BodyChunks } from './body-chunks.ts';

export interface AppendPipelineOptions {
  context: Pick<Context, 'store' | 'log' | 'clock' | 'bell' | 'pepper'>;
  limiter: RateLimiter;
  metrics: Metrics;
}

/** A request that may send its body. */
export interface Admitted {
  actor: SecretActor;
  bytes: BodyBytes;
  address: string;
}

/** An answer that either way in can send. */
export interface Presented {
  status: number;
  headers: Record<string, string | number>;
  body: string;
}

/**
 * What happens to an append: admit, read, append, present. A request comes in by `fast-route.ts` or by `route.ts`,
 * which differ only in how they get at the request and send the answer.
 */
export class AppendPipeline {
  readonly #options: AppendPipelineOptions;
  readonly #batches = new BatchReader();
  readonly #secrets: RememberedSecrets;
  readonly #lastOf = new WeakMap<Socket, { secret: string; actor: SecretActor }>();

  constructor(options: AppendPipelineOptions) {
    this.#options = options;
    this.#secrets = new RememberedSecrets(options.context.pepper);
  }

  /**
   * By the headers alone: limits by address, the secret, limits by secret, media type and size. Waits only for a
   * secret it has not seen before. Throws at once, or rejects, when the request is refused.
   */
  admit(request: IncomingMessage, address: string): Admitted | Promise<Admitted> {
    const { limiter, context } = this.#options;
    limiter.check('failedAuthentication', address);
    const refuse = (error: unknown): never => {
      countFailure(limiter, address, error);
      throw error;
    };
    let secret: string;
    try {
      secret = presentedSecret(request);
    } catch (error) {
      return refuse(error);
    }
    const known = this.#recall(request.socket, secret);
    if (known) return this.#limit(request, known, address);
    return authenticateSecret(context, secret).then((actor) => {
      this.#secrets.remember(secret, actor);
      return this.#limit(request, actor, address);
    }, refuse);
  }

  /** Reads the body, stores its events and says what to answer. */
  async append(request: IncomingMessage, sessionId: string, admitted: Admitted): Promise<Presented> {
    const { context, limiter, metrics } = this.#options;
    const { actor, bytes, address } = admitted;
    try {
      const { body, received } = await readBody(request, bytes);
      const read = this.#batches.read(body);
      const batch = read instanceof Promise ? await read : read;
      releaseMemory(body);
      batch.idempotencyKey = readIdempotencyKey(request.headers) ?? batch.idempotencyKey;
      const { answer, replayed } = await appendEvents(context, actor, sessionId, batch);
      if (!replayed) metrics.events(answer.accepted, received);
      return present(answer, replayed);
    } catch (error) {
      if (error instanceof DebriefError && error.code === 'secret_revoked') {
        this.#secrets.forget(presentedSecret(request));
        this.#lastOf.delete(request.socket);
      }
      countFailure(limiter, address, error);
      throw error;
    }
  }

  stop(): Promise<void> {
    return this.#batches.stop();
  }

  /** A connection that presents the same secret again needs no new digest. */
  #recall(socket: Socket, secret: string): SecretActor | undefined {
    const last = this.#lastOf.get(socket);
    if (last?.secret === secret) return last.actor;
    const actor = this.#secrets.recall(secret);
    if (actor) this.#lastOf.set(socket, { secret, actor });
    return actor;
  }

  #limit(request: IncomingMessage, actor: SecretActor, address: string): Admitted {
    const { limiter } = this.#options;
    limiter.take('secret', actor.secretId);
    const bytes = new BodyBytes(limiter, actor.secretId, request.headers);
    checkMedia(routes.appendEvents, request);
    return { actor, bytes, address };
  }
}

/**
 * The body, inflated if need be, and how many bytes it came in. Stops at the limit of its length, and at the limit of
 * what the secret may send.
 */
async function readBody(
  request: IncomingMessage,
  counted: BodyBytes,
): Promise<{ body: Buffer; received: number }> {
  const max = limits.ingestBodyBytes;
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const body = new BodyChunks(Number(request.headers['content-length'] ?? 0));
    request.on('data', (chunk: Buffer) => {
      try {
        counted.reach(body.size + chunk.length);
        if (body.size + chunk.length > max) throw tooLarge(max);
        body.add(chunk);
      } catch (error) {
        body.drop();
        reject(error);
      }
    });
    request.on('end', () => resolve(body.whole()));
    request.on('error', reject);
  });
  const received = bytes.length;
  const isPacked = request.headers['content-encoding']?.toLowerCase() === 'gzip';
  return { body: isPacked && received > 0 ? await inflated(bytes, max, counted) : bytes, received };
}

/** Written by hand: a serialiser would cost as much as the rest of the answer. */
function present(answer: AppendedEvents, replayed: boolean): Presented {
  const { sessionId, accepted, firstSequence, lastSequence, async } = answer;
  const body =
    `{"sessionId":"${sessionId}","accepted":${accepted},"firstSequence":${firstSequence},` +
    `"lastSequence":${lastSequence},"async":${async}}`;
  return {
    status: async ? 202 : 200,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': body.length,
      ...(replayed && { 'Idempotent-Replayed': 'true' }),
    },
    body,
  };
}
