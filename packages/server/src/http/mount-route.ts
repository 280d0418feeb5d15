import { limits, type Route, type RouteName, routes } from '@debrief/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../domain/actor.ts';
import type { Context } from '../domain/context.ts';
import type { CompileOnce } from './compile-once.ts';
import { BodyBytes } from './limit/body-bytes.ts';
import type { RateLimiter } from './limit/rate-limit.ts';
import type { Readers } from './limit/readers.ts';
import { authenticate, authorize, countFailure, type VerifyToken } from './request/authenticate.ts';
import { checkMedia, hasBody } from './request/body.ts';
import type { BodyReader } from './request/body-reader.ts';
import { deliveryOf } from './request/delivery.ts';
import { readIdempotencyKey } from './request/idempotency-key.ts';
import { inputReader } from './request/validate.ts';
import type { LineAnswers, Lines } from './routes/answer/lines.ts';
import type { Follow, Streams } from './routes/answer/stream.ts';
import { writerOf } from './routes/answer/written-answer.ts';

/** What every route needs. */
export interface RouteOptions {
  context: Omit<Context, 'request'>;
  verify: VerifyToken;
  limiter: RateLimiter;
}

/** What can have megabytes. A page of events can be made smaller, the others have limits of their own. */
const largeAnswers: ReadonlySet<RouteName> = new Set([
  'listEvents',
  'getTranscript',
  'getSkeleton',
  'getEntry',
]);

/** What the routes of one app have in common. */
export interface RouteParts {
  streams: Streams;
  lines: LineAnswers;
  readers: Readers;
  bodies: BodyReader;
  compileOnce: CompileOnce;
}

export type AnyHandler = (context: Context, actor: unknown, input: unknown, reply: FastifyReply) => unknown;

/** One route of the contract: admitted, authorized, checked, handled. */
export function mountRoute(
  app: FastifyInstance,
  name: RouteName,
  handler: AnyHandler,
  options: RouteOptions,
  { streams, lines, readers, bodies, compileOnce }: RouteParts,
): void {
  const row: Route = routes[name];
  const readInput = inputReader(row, compileOnce);
  const success = Number(Object.keys(row.responses)[0]);
  const splice = writerOf(name);
  const contextOf = (request: FastifyRequest): Context =>
    (request.domainContext ??= {
      ...options.context,
      request: {
        requestId: request.id,
        ip: request.ip,
        ...(request.headers['user-agent'] && { userAgent: request.headers['user-agent'] }),
        ...(request.headers.purpose === 'prefetch' && { isAhead: true }),
      },
    });

  app.route({
    method: row.method,
    url: row.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { row, name },
    bodyLimit: row.bodyLimit ?? limits.bodyBytes,
    schema: { response: row.responses },
    ...(splice && { serializerCompiler: () => splice as never }),
    onRequest: async (request, reply) => {
      const context = contextOf(request);
      await admit(request, row, context, options);
      await authorize(context, row, request.actor);
      if (hasBody(request.headers)) request.bodyBytes = bytesOf(request, options.limiter);
      checkMedia(row, request);
      if (name === 'getConfig') reply.header('Cache-Control', 'max-age=60');
    },
    handler: async (request, reply) => {
      const input = readInput(request.params as Fields, request.query as Fields, request.body);
      const key = row.idempotent ? readIdempotencyKey(request.headers) : undefined;
      if (key !== undefined) input.idempotencyKey = key;
      if (row.raw) input.delivery = deliveryOf(request, bodies);
      reply.code(success);
      if (largeAnswers.has(name)) {
        const { bytes, built } = await readers.turn(nameOf(request.actor), reply.raw);
        input.bytes = bytes;
        const page = await handler(contextOf(request), request.actor, input, reply);
        built();
        return page;
      }
      const answer = await answered(request, row, options, () =>
        handler(contextOf(request), request.actor, input, reply),
      );
      if (row.contentType === 'application/x-ndjson') return lines.send(request, reply, answer as Lines);
      return row.contentType ? streams.send(request, reply, answer as Follow) : answer;
    },
  });
}

type Fields = Record<string, unknown>;

/** A wrong signature counts against its sender like any other wrong credential. */
async function answered<Answer>(
  request: FastifyRequest,
  row: Route,
  { limiter }: RouteOptions,
  work: () => Answer,
): Promise<Awaited<Answer>> {
  if (!row.raw) return await work();
  limiter.check('failedAuthentication', request.ip);
  try {
    return await work();
  } catch (error) {
    countFailure(limiter, request.ip, error);
    throw error;
  }
}

/** Limits by address, then who it is, then limits by who it is. */
async function admit(
  request: FastifyRequest,
  row: Route,
  context: Context,
  { limiter, verify }: RouteOptions,
): Promise<void> {
  if (row.credential === 'public') return limiter.take('public', request.ip);
  limiter.check('failedAuthentication', request.ip);
  try {
    request.actor = await authenticate(context, verify, row, request);
  } catch (error) {
    countFailure(limiter, request.ip, error);
    throw error;
  }
  const { actor } = request;
  if (actor?.kind === 'secret') {
    limiter.take('secret', actor.secretId);
  } else if (actor) {
    limiter.take('user', nameOf(actor));
    if (row.isGuessable) limiter.take('claim', nameOf(actor));
  }
}

/** The bytes of a body count against who sends it, whatever the route. */
function bytesOf({ actor, ip, headers }: FastifyRequest, limiter: RateLimiter): BodyBytes {
  if (!actor) return new BodyBytes(limiter, 'publicBytes', ip, headers);
  return new BodyBytes(
    limiter,
    actor.kind === 'secret' ? 'secretBytes' : 'userBytes',
    nameOf(actor),
    headers,
  );
}

function nameOf(actor: Actor | undefined): string {
  if (actor?.kind === 'member') return actor.userId;
  if (actor?.kind === 'gate') return actor.tokenId;
  return actor?.kind === 'secret' ? actor.secretId : (actor?.principal.subject ?? '');
}
