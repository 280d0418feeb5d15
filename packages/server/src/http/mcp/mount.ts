import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { DebriefError, type Route, type TokenScope } from '@debrief/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../domain/context.ts';
import { errorAnswer, requestLog } from '../error.ts';
import { BodyBytes } from '../limit/body-bytes.ts';
import type { RateLimiter } from '../limit/rate-limit.ts';
import { countFailure } from '../request/authenticate.ts';
import { checkMedia, hasBody } from '../request/body.ts';
import { authenticateMcp, type McpCaller, type VerifyMcpToken } from './authenticate.ts';

export const mcpPath = '/mcp';
export const metadataPath = '/.well-known/oauth-protected-resource/mcp';
const scopes = ['sessions:read', 'reviews:write'] as const satisfies TokenScope[];

/** The handler gets the bytes of the body, as a signed delivery does. */
const row: Route = {
  method: 'POST',
  path: mcpPath,
  credential: 'jwt',
  content: 'sessions',
  summary: 'MCP',
  bodyLimit: 256 * 1024,
  raw: true,
  responses: {},
  errors: [],
};

export interface McpOptions {
  context: Omit<Context, 'request'>;
  limiter: RateLimiter;
  publicUrl: string;
  version: string;
  corsOrigins: readonly string[];
  trustProxy: string[] | false;
  stopping: AbortSignal;
  /** With the embedded identity provider: who issues tokens for it, and what they prove. */
  oauth?: { issuer: string; verify: VerifyMcpToken };
}

type Serve = typeof import('./serve.ts');

/** MCP at `/mcp` (docs/mcp.md). What serves it is loaded with the first request: most servers idle without it. */
export function mountMcp(app: FastifyInstance, options: McpOptions): void {
  const { publicUrl, oauth } = options;
  let serving: Promise<ReturnType<Serve['serveMcp']>> | undefined;
  const handlerFor = (request: FastifyRequest) => {
    serving ??= import('./serve.ts').then(({ serveMcp }) => {
      const handler = serveMcp({
        version: options.version,
        onError: (error) => requestLog(request).error({ err: error }, 'a tool of MCP failed'),
      });
      options.stopping.addEventListener('abort', () => void handler.close(), { once: true });
      return handler;
    });
    return serving;
  };

  if (oauth) {
    app.get(metadataPath, async (_, reply) =>
      reply
        .header('Cache-Control', 'max-age=300')
        .header('Access-Control-Allow-Origin', '*')
        .send({
          resource: publicUrl + mcpPath,
          authorization_servers: [oauth.issuer],
          scopes_supported: scopes,
          bearer_methods_supported: ['header'],
          resource_name: 'Debrief',
          resource_documentation: `${publicUrl}/docs`,
        }),
    );
  }

  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: mcpPath,
    config: { row },
    bodyLimit: row.bodyLimit as number,
    onRequest: async (request, reply) => {
      refuseForeign(request, options);
      const context = contextOf(request, options);
      options.limiter.check('failedAuthentication', request.ip);
      try {
        request.mcpCaller = await authenticateMcp(context, oauth?.verify, request);
      } catch (error) {
        countFailure(options.limiter, request.ip, error);
        return challenge(request, reply, error, options);
      }
      const { userId } = request.mcpCaller.actor;
      options.limiter.take('user', userId);
      if (hasBody(request.headers)) {
        request.bodyBytes = new BodyBytes(options.limiter, 'userBytes', userId, request.headers);
      }
      if (request.method === 'POST') checkMedia(row, request);
    },
    handler: async (request, reply) => {
      const caller = request.mcpCaller as McpCaller;
      const bytes = request.body instanceof Uint8Array ? request.body : undefined;
      const lacking = wantedBy(bytes, await scopesOfTools()).find((scope) => !caller.scopes.includes(scope));
      if (lacking !== undefined) {
        const error = new DebriefError('insufficient_scope', `This needs a token for ${lacking}.`);
        return challenge(request, reply, error, options, lacking);
      }
      const handler = await handlerFor(request);
      const asked = { context: contextOf(request, options), actor: caller.actor };
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const response = await handler.fetch(webRequest(request, bytes, publicUrl, gone.signal), {
        authInfo: { token: '', clientId: '', scopes: [...caller.scopes], extra: asked as never },
      });
      return send(reply, response);
    },
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    mcpCaller: McpCaller | undefined;
  }
}

let byName: Promise<ReadonlyMap<string, TokenScope>> | undefined;

/** What each tool needs. Loaded late, like what serves them. */
const scopesOfTools = () => {
  byName ??= import('./tools.ts').then(
    ({ tools }) => new Map(tools.map(({ name, scope }) => [name, scope as TokenScope])),
  );
  return byName;
};

/** What the calls in this body need; whatever else it is, it needs to read. */
function wantedBy(bytes: Uint8Array | undefined, scopeOf: ReadonlyMap<string, TokenScope>): TokenScope[] {
  const scopeOfOne = (one: unknown): TokenScope => {
    const { method, params } = (one ?? {}) as { method?: unknown; params?: { name?: unknown } };
    return (method === 'tools/call' && scopeOf.get(String(params?.name))) || 'sessions:read';
  };
  try {
    const parsed: unknown = bytes && JSON.parse(Buffer.from(bytes).toString());
    return Array.isArray(parsed) && parsed.length > 0
      ? [...new Set(parsed.map(scopeOfOne))]
      : [scopeOfOne(parsed)];
  } catch {
    // No JSON: it is refused as that.
    return ['sessions:read'];
  }
}

function contextOf(request: FastifyRequest, options: McpOptions): Context {
  const userAgent = request.headers['user-agent'];
  request.domainContext ??= {
    ...options.context,
    request: { requestId: request.id, ip: request.ip, ...(userAgent && { userAgent }) },
  };
  return request.domainContext;
}

/**
 * A page of somebody else must not reach it through a browser: not by its origin, and not by a name that was made to lead
 * here (DNS rebinding). Behind a proxy the name is the proxy's business.
 */
function refuseForeign({ headers }: FastifyRequest, options: McpOptions): void {
  const own = new URL(options.publicUrl);
  const { origin } = headers;
  if (origin !== undefined && origin !== own.origin && !options.corsOrigins.includes(origin)) {
    throw new DebriefError('insufficient_scope', 'This origin may not use MCP here.');
  }
  const name = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  const isName = name.includes('.') && isIP(name) === 0;
  if (isName && name !== own.hostname && options.trustProxy === false) {
    throw new DebriefError('insufficient_scope', 'This server is not known by that name.');
  }
}

/** Says where a token is to be had (RFC 9728), and which one is lacking. */
function challenge(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  { publicUrl, oauth }: McpOptions,
  scope = scopes.join(' '),
): FastifyReply {
  const { status, headers, body } = errorAnswer(error, requestLog(request));
  const code = error instanceof DebriefError ? error.code : undefined;
  if (status === 401 || code === 'insufficient_scope') {
    const name = code === 'insufficient_scope' ? 'insufficient_scope' : 'invalid_token';
    headers['WWW-Authenticate'] = [
      'Bearer realm="debrief"',
      ...(code === 'missing_credentials' ? [] : [`error="${name}"`]),
      `scope="${scope}"`,
      ...(oauth ? [`resource_metadata="${publicUrl}${metadataPath}"`] : []),
    ].join(', ');
  }
  return reply.code(status).headers(headers).send(body);
}

function webRequest(
  { method, raw }: FastifyRequest,
  bytes: Uint8Array | undefined,
  publicUrl: string,
  signal: AbortSignal,
): Request {
  const headers = new Headers();
  for (let at = 0; at < raw.rawHeaders.length; at += 2) {
    const [name, value] = [raw.rawHeaders[at] as string, raw.rawHeaders[at + 1] as string];
    // The credential has been used: whatever handles the rest does not see it.
    if (!/^(?:authorization|host|connection|content-length|transfer-encoding)$/i.test(name)) {
      headers.append(name, value);
    }
  }
  return new Request(publicUrl + mcpPath, {
    method,
    headers,
    signal,
    ...(bytes && method === 'POST' && { body: bytes as BodyInit }),
  });
}

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  if (!response.body) return reply.send();
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    return reply.send(Readable.fromWeb(response.body as WebStream));
  }
  return reply.send(Buffer.from(await response.arrayBuffer()));
}
