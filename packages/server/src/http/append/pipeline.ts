import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type AppendedEvents, DebriefError, limits, routes } from '@debrief/contract';
import { callerOf, type SecretActor } from '../../domain/actor.ts';
import type { Context } from '../../domain/context.ts';
import { authenticateSecret, RememberedSecrets } from '../../domain/secret.ts';
import { appendEvents, type EncodedBatch } from '../../domain/session/event.ts';
import type { Executor } from '../../worker/executor.ts';
import { releaseMemory } from '../../worker/own-memory.ts';
import { BodyBytes } from '../limit/body-bytes.ts';
import type { RateLimiter } from '../limit/rate-limit.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import { countFailure } from '../request/authenticate.ts';
import { checkMedia, isPacked, receive } from '../request/body.ts';
import { BodyReader, type BodySource, largeBody } from '../request/body-reader.ts';
import { presentedSecret } from '../request/credential.ts';
import { readIdempotencyKey } from '../request/idempotency-key.ts';
import { readBatch } from './batch.ts';

export interface AppendPipelineOptions {
  context: Pick<Context, 'store' | 'log' | 'clock' | 'bell' | 'pepper'>;
  limiter: RateLimiter;
  metrics: Metrics;
  executor: Executor;
}

/** A batch as it comes back from the thread. */
interface ReadBatch {
  lines: Uint8Array<ArrayBuffer>;
  count: number;
  idempotencyKey: string | undefined;
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
  readonly #bodies: BodyReader;
  readonly #secrets: RememberedSecrets;
  readonly #lastOf = new WeakMap<Socket, { secret: string; actor: SecretActor }>();

  constructor(options: AppendPipelineOptions) {
    this.#options = options;
    this.#bodies = new BodyReader(options.executor);
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
      const body = await receive(request, bytes, limits.ingestBodyBytes);
      const received = body.length;
      const read = this.#read(body, isPacked(request), admitted);
      const batch = read instanceof Promise ? await read : read;
      batch.idempotencyKey = readIdempotencyKey(request.headers) ?? batch.idempotencyKey;
      const { answer, replayed } = await appendEvents(context, actor, sessionId, batch);
      if (!replayed) metrics.events(answer.accepted, received);
      return present(answer, replayed);
    } catch (error) {
      if (
        error instanceof DebriefError &&
        (error.code === 'secret_revoked' || error.code === 'machine_key_required')
      ) {
        this.#secrets.forget(presentedSecret(request));
        this.#lastOf.delete(request.socket);
      }
      countFailure(limiter, address, error);
      throw error;
    }
  }

  /** Here and now, as nearly all are; or when it is the organization's turn on a thread. */
  #read(body: Buffer, packed: boolean, { actor, bytes }: Admitted): EncodedBatch | Promise<EncodedBatch> {
    if (!packed && body.length <= largeBody) return readHere(body);
    return this.#readAside(body, { caller: callerOf(actor), isPacked: packed, counted: bytes });
  }

  async #readAside(body: Buffer, source: BodySource): Promise<EncodedBatch> {
    const plain = await this.#bodies.small(body, source);
    if (plain) return readHere(plain);
    const { lines, ...batch } = await this.#bodies.aside<ReadBatch>('appendEvents', body, source);
    return { ...batch, lines: Buffer.from(lines.buffer) };
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
    const bytes = new BodyBytes(limiter, 'secretBytes', actor.secretId, request.headers);
    checkMedia(routes.appendEvents, request);
    return { actor, bytes, address };
  }
}

function readHere(body: Buffer): EncodedBatch {
  const batch = readBatch(body);
  releaseMemory(body);
  return batch;
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
