import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DebriefError, limits, type Route, type RouteName } from '@debrief/contract';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Actor } from '../domain/actor.ts';
import type { Context } from '../domain/context.ts';
import { randomBase62 } from '../domain/id.ts';
import type { Executor } from '../worker/executor.ts';
import { FastRoute } from './append/fast-route.ts';
import { AppendPipeline } from './append/pipeline.ts';
import { mountAppend } from './append/route.ts';
import { answerClientError } from './client-error.ts';
import { CompileOnce } from './compile-once.ts';
import { compressAnswers } from './compress.ts';
import { sendError } from './error.ts';
import { answerOptions, commonHeaders, setCommonHeaders, setHeaders } from './headers.ts';
import { lazySerializers } from './lazy-serializers.ts';
import type { BodyBytes } from './limit/body-bytes.ts';
import { type ReaderLimits, Readers } from './limit/readers.ts';
import { type McpOptions, mcpPath, mountMcp } from './mcp/mount.ts';
import { type Metrics, mountMetrics } from './monitoring/metrics.ts';
import { type AnyHandler, mountRoute, type RouteOptions } from './mount-route.ts';
import { mountCli } from './pages/cli.ts';
import { type Dashboard, mountDashboard } from './pages/dashboard.ts';
import type { PublicRoutes } from './pages/public.ts';
import { mountReference } from './pages/reference.ts';
import { mountUnsubscribe } from './pages/unsubscribe.ts';
import { methodsByPath } from './paths.ts';
import { addressReader } from './request/address.ts';
import { parseBodies } from './request/body.ts';
import { BodyReader } from './request/body-reader.ts';
import { occurrences } from './request/credential.ts';
import { LineAnswers } from './routes/answer/lines.ts';
import { Streams } from './routes/answer/stream.ts';
import { handlers } from './routes/handlers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    row?: Route;
    name?: RouteName;
  }
  interface FastifyRequest {
    actor: Actor | undefined;
    /** What the domain is given, made once for each request. */
    domainContext: Context | undefined;
    /** Counts its body, if it has one. */
    bodyBytes: BodyBytes | undefined;
  }
}

export interface AppOptions extends RouteOptions {
  service: PublicRoutes;
  metrics: Metrics;
  executor: Executor;
  metricsToken?: string;
  publicUrl: string;
  /** Where the dashboard sends people to sign in. */
  idpOrigin: string;
  version: string;
  corsOrigins: readonly string[];
  trustProxy: string[] | false;
  log: FastifyBaseLogger;
  /** Handles a raw request before any of this, when the path is its own (the embedded identity provider). */
  before?: (request: IncomingMessage, response: ServerResponse) => boolean;
  isClosing(): boolean;
  /** For tests: when a reader counts as one that does not read. */
  readerLimits?: ReaderLimits;
  /** Aborted when the server stops: what is sent over time ends then. */
  stopping: AbortSignal;
  /** Who issues tokens for MCP besides its members themselves. */
  oauth?: McpOptions['oauth'];
}

/** Milliseconds after the start in which people and recorders come back, all at once perhaps. */
const quietAfter = 3000;

/** The HTTP side of the service: every route of the contract, in one order (docs/api.md, Errors). */
// Long because everything that a request passes is put together here, in the order it is passed.
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const nextRequestId = requestIds();
  const headers = { corsOrigins: options.corsOrigins, https: options.publicUrl.startsWith('https:') };
  const { context, limiter, metrics, executor } = options;
  const pipeline = new AppendPipeline({ context, limiter, metrics, executor });
  const fastRoute = new FastRoute({
    pipeline,
    metrics,
    log: options.log,
    headers: commonHeaders(headers),
    nextRequestId,
    addressOf: addressReader(options.trustProxy),
    isClosing: options.isClosing,
  });
  const readers = new Readers(options.readerLimits);
  const compileOnce = new CompileOnce();
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextRequestId,
    // Few requests write a line; those that do name themselves (`requestLog`).
    childLoggerFactory: (log) => log,
    bodyLimit: limits.bodyBytes,
    trustProxy: options.trustProxy,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 4096 },
    schemaController: { compilersFactory: { buildSerializer: lazySerializers(compileOnce) } },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      // These come before any hook.
      setCommonHeaders(request, reply);
      sendError(request, reply, error);
    },
    serverFactory: (handler) => {
      const server = createServer(
        {
          // Slow senders: headers must not have longer than the request, and the sweep must be frequent (R12).
          headersTimeout: 30_000,
          requestTimeout: 60_000,
          connectionsCheckingInterval: 5000,
          keepAliveTimeout: 72_000,
          maxHeaderSize: 16 * 1024,
          requireHostHeader: false,
        },
        (request, response) => {
          // Nobody may have a request echoed, credentials and all, whatever the path.
          const isTrace = request.method === 'TRACE';
          if (isTrace || !options.before?.(request, response)) fastRoute.handle(request, response, handler);
        },
      );
      server.on('checkExpectation', handler);
      readers.watch(server);
      return server;
    },
  });

  app.decorateRequest('actor', undefined);
  app.decorateRequest('domainContext', undefined);
  app.decorateRequest('bodyBytes', undefined);
  app.decorateRequest('mcpCaller', undefined);
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  setHeaders(app, headers);
  const dashboard = mountDashboard(app, { publicUrl: options.publicUrl, idpOrigin: options.idpOrigin });
  refuseOddRequests(app, options, dashboard);
  const bodies = new BodyReader(executor);
  parseBodies(app, bodies);
  compressAnswers(app);
  observe(app, options.metrics);
  mountMetrics(app, options.metrics, options.metricsToken);
  mountCli(app);
  mountUnsubscribe(app, { context, limiter });
  mountMcp(app, options);
  mountReference(app, { version: options.version, publicUrl: options.publicUrl });

  const handle = handlers(options.service);
  const streams = new Streams(options.stopping);
  const lines = new LineAnswers(options.stopping);
  for (const name of Object.keys(handle) as (keyof typeof handle)[]) {
    mountRoute(app, name, handle[name] as AnyHandler, options, {
      streams,
      lines,
      readers,
      bodies,
      compileOnce,
    });
  }
  app.addHook('onListen', async () => {
    setTimeout(() => {
      // The request that needs it will fail in the same way, and be answered.
      compileOnce
        .inQuiet(options.stopping)
        .catch((error) =>
          options.log.error({ err: error }, 'A route could not be compiled ahead of its first request'),
        );
    }, quietAfter).unref();
  });
  await mountAppend(app, pipeline);
  return app;
}

/** Unique across processes and restarts, and next to free: every request gets one. */
function requestIds(): () => string {
  const process = randomBase62(14);
  let count = 0;
  return () => `req_${process}${(count++).toString(36).padStart(10, '0')}`;
}

/** Transport and route matching come before anything a client could learn from (404, 405, OPTIONS). */
function refuseOddRequests(app: FastifyInstance, options: AppOptions, dashboard: Dashboard): void {
  const methodsOf = methodsByPath({ [mcpPath]: ['GET', 'POST', 'DELETE', 'OPTIONS'] });
  /** Why the connection is closed after the answer: what follows on it cannot be trusted, or is not wanted. */
  const closingRefusal = ({ raw, headers }: FastifyRequest): DebriefError | undefined => {
    if (options.isClosing()) return new DebriefError('service_unavailable', 'The service is shutting down.');
    if (raw.httpVersion === '1.1' && headers.host === undefined)
      return new DebriefError('validation_error', 'The Host header is missing.');
    if (occurrences(raw, 'host') > 1)
      return new DebriefError('validation_error', 'The Host header came more than once.');
    if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
      return new DebriefError('validation_error', 'The Expect header asks for something unknown.');
    return undefined;
  };
  const answerUnknown = (request: FastifyRequest, reply: FastifyReply): DebriefError | undefined => {
    const isTrace = request.method === 'TRACE';
    const methods =
      methodsOf(request.url.split('?', 1)[0] as string) ?? (isTrace ? ['GET', 'HEAD'] : undefined);
    if (!methods) {
      return dashboard.page(request, reply)
        ? undefined
        : new DebriefError('route_not_found', 'There is nothing here.');
    }
    if (request.method === 'OPTIONS') {
      answerOptions(request, reply, methods);
      return undefined;
    }
    reply.header('Allow', methods.join(', '));
    return new DebriefError('method_not_allowed', `This path takes ${methods.join(', ')}.`);
  };
  // Every request passes here, so it calls back: a promise would cost more than the looks.
  app.addHook('onRequest', (request, reply, done) => {
    const refused = closingRefusal(request);
    if (refused) {
      reply.header('Connection', 'close');
      return done(refused);
    }
    if (request.url.length > 8192) return done(new DebriefError('uri_too_long', 'The URL is too long.'));
    if (!request.is404) return done();
    try {
      const error = answerUnknown(request, reply);
      // Undefined: it has been answered.
      if (error) done(error);
    } catch (error) {
      // Fastify catches what a promise throws, not what is thrown here.
      done(error as Error);
    }
  });
}

function observe(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const isStream = request.routeOptions.config.row?.contentType && reply.statusCode < 400;
    // How long somebody watched says nothing about how fast we are.
    if (!isStream) metrics.observe(route, request.method, reply.statusCode, reply.elapsedTime / 1000);
    request.log.debug(
      { reqId: request.id, method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime },
      'request',
    );
    done();
  });
}
