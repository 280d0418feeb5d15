import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type AppendedEvents, DebriefError, limits, routes } from '@debrief/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { SecretActor } from '../../domain/actor.ts';
import type { Context } from '../../domain/context.ts';
import { isId } from '../../domain/id.ts';
import { authenticateSecret, RememberedSecrets } from '../../domain/secret.ts';
import { appendEvents } from '../../domain/session/event.ts';
import { errorAnswer } from '../error.ts';
import { BodyBytes } from '../limit/body-bytes.ts';
import type { RateLimiter } from '../limit/rate-limit.ts';
import type { Metrics } from '../metrics.ts';
import { checkMedia, inflated, tooLarge } from '../request/body.ts';
import { presentedSecret } from '../request/credential.ts';
import { readIdempotencyKey } from '../request/idempotency-key.ts';
import type { BatchReader } from './append-body.ts';

export interface AppendLaneOptions {
  context: Pick<Context, 'store' | 'log' | 'clock' | 'bell' | 'pepper'>;
  batches: BatchReader;
  limiter: RateLimiter;
  metrics: Metrics;
  log: FastifyBaseLogger;
  /** Headers of every answer. */
  headers: Record<string, string>;
  nextRequestId(): string;
  addressOf(request: IncomingMessage): string;
  isClosing(): boolean;
}

interface Admitted {
  actor: SecretActor;
  bytes: BodyBytes;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const prefix = '/v1/sessions/';
const suffix = '/events';
const row = routes.appendEvents;
const metricRoute = row.path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Route 22 past the framework: the one that is called all day, at half the cost (docs/performance.md). Whatever is odd
 * before the body has come (credentials, media type, limits, CORS) it leaves to the ordinary route, which says what is
 * wrong with it; body, batch and errors are the same functions on both ways.
 */
export class AppendLane {
  readonly #options: AppendLaneOptions;
  readonly #secrets: RememberedSecrets;
  readonly #lastOf = new WeakMap<Socket, { secret: string; actor: SecretActor }>();

  constructor(options: AppendLaneOptions) {
    this.#options = options;
    this.#secrets = new RememberedSecrets(options.context.pepper);
  }

  /** Takes the request, or has `ordinary` take it. */
  handle(request: IncomingMessage, response: ServerResponse, ordinary: Handler): void {
    const sessionId = sessionOf(request);
    if (sessionId === undefined || this.#options.isClosing()) {
      ordinary(request, response);
      return;
    }
    const admitted = this.#admit(request);
    if (admitted instanceof Promise) {
      void admitted.then((found) => {
        if (found) void this.#serve(request, response, sessionId, found);
        else ordinary(request, response);
      });
    } else if (admitted) void this.#serve(request, response, sessionId, admitted);
    else ordinary(request, response);
  }

  /** Undefined when the ordinary route has to refuse it. Waits only for a secret it has not seen before. */
  #admit(request: IncomingMessage): Admitted | undefined | Promise<Admitted | undefined> {
    try {
      this.#options.limiter.check('failedAuthentication', this.#options.addressOf(request));
      const secret = presentedSecret(request);
      checkMedia(row, request);
      const known = this.#recall(request.socket, secret);
      if (known) return this.#counted(request, known);
      return authenticateSecret(this.#options.context, secret).then(
        (actor) => {
          this.#secrets.remember(secret, actor);
          return this.#counted(request, actor);
        },
        () => undefined,
      );
    } catch {
      return undefined;
    }
  }

  /** A connection that presents what it presented before needs no new digest. */
  #recall(socket: Socket, secret: string): SecretActor | undefined {
    const last = this.#lastOf.get(socket);
    if (last?.secret === secret) return last.actor;
    const actor = this.#secrets.recall(secret);
    if (actor) this.#lastOf.set(socket, { secret, actor });
    return actor;
  }

  #counted(request: IncomingMessage, actor: SecretActor): Admitted | undefined {
    try {
      const { limiter } = this.#options;
      limiter.take('secret', actor.secretId);
      return { actor, bytes: new BodyBytes(limiter, actor.secretId, request.headers) };
    } catch {
      return undefined;
    }
  }

  async #serve(
    request: IncomingMessage,
    response: ServerResponse,
    sessionId: string,
    { actor, bytes: counted }: Admitted,
  ): Promise<void> {
    const begun = performance.now();
    const { context, metrics, log } = this.#options;
    const reqId = this.#options.nextRequestId();
    let status: number;
    try {
      const bytes = await bodyOf(request, counted);
      const read = this.#options.batches.read(bytes);
      const batch = read instanceof Promise ? await read : read;
      batch.idempotencyKey = readIdempotencyKey(request.headers) ?? batch.idempotencyKey;
      const { answer, replayed } = await appendEvents(context, actor, sessionId, batch);
      if (!replayed) metrics.events(answer.accepted, Number(request.headers['content-length'] ?? 0));
      status = this.#answer(response, reqId, answer, replayed);
    } catch (error) {
      if (response.destroyed) return;
      if (error instanceof DebriefError && error.code === 'secret_revoked') {
        this.#secrets.forget(presentedSecret(request));
        this.#lastOf.delete(request.socket);
        this.#options.limiter.count('failedAuthentication', this.#options.addressOf(request));
      }
      status = this.#refuse(response, reqId, error);
    }
    const milliseconds = performance.now() - begun;
    metrics.observe(metricRoute, 'POST', status, milliseconds / 1000);
    log.debug({ reqId, method: 'POST', route: metricRoute, status, ms: milliseconds }, 'request');
  }

  #answer(response: ServerResponse, requestId: string, answer: AppendedEvents, replayed: boolean): number {
    const { sessionId, accepted, firstSequence, lastSequence, async } = answer;
    const body =
      `{"sessionId":"${sessionId}","accepted":${accepted},"firstSequence":${firstSequence},` +
      `"lastSequence":${lastSequence},"async":${async}}`;
    const status = async ? 202 : 200;
    response.writeHead(status, {
      ...this.#options.headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': body.length,
      'X-Request-Id': requestId,
      ...(replayed && { 'Idempotent-Replayed': 'true' }),
    });
    response.end(body);
    return status;
  }

  #refuse(response: ServerResponse, requestId: string, error: unknown): number {
    const { status, headers, body } = errorAnswer(error, this.#options.log.child({ reqId: requestId }));
    response.writeHead(status, {
      ...this.#options.headers,
      ...headers,
      'Content-Length': Buffer.byteLength(body),
      'X-Request-Id': requestId,
    });
    response.end(body);
    return status;
  }
}

/** The session an append is for, when the request is as plain as our own clients send it. */
function sessionOf(request: IncomingMessage): string | undefined {
  const { url, method, headers } = request;
  if (method !== 'POST' || !url?.startsWith(prefix) || !url.endsWith(suffix)) return undefined;
  const sessionId = url.slice(prefix.length, -suffix.length);
  const isPlain =
    isId('ses', sessionId) &&
    request.httpVersion === '1.1' &&
    headers.host !== undefined &&
    headers.origin === undefined &&
    headers.expect === undefined &&
    // None came twice.
    Object.keys(headers).length * 2 === request.rawHeaders.length;
  return isPlain ? sessionId : undefined;
}

/** The body, inflated if need be and never longer than it may be. */
async function bodyOf(request: IncomingMessage, counted: BodyBytes): Promise<Buffer> {
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      try {
        counted.reach(size);
        if (size > limits.ingestBodyBytes) throw tooLarge(limits.ingestBodyBytes);
        chunks.push(chunk);
      } catch (error) {
        chunks.length = 0;
        reject(error);
      }
    });
    request.on('end', () =>
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size)),
    );
    request.on('error', reject);
  });
  return request.headers['content-encoding']?.toLowerCase() === 'gzip'
    ? inflated(bytes, limits.ingestBodyBytes, counted)
    : bytes;
}
