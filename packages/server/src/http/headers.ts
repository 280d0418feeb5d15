import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const api: Record<string, string> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const exposed =
  'Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, Session-Deleted, X-Request-Id';

/** Public routes may be read from any page; the rest only from origins on the list, never with cookies (H5). */
const isOpen = (request: FastifyRequest): boolean => /^\/(?:health|config)(?:\?|$)/.test(request.url);

export interface HeaderOptions {
  corsOrigins: readonly string[];
  https: boolean;
}

/** What every answer of the API carries, whoever asks. */
export const commonHeaders = ({ corsOrigins, https }: HeaderOptions): Record<string, string> => ({
  ...api,
  ...(https && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  ...(corsOrigins.length > 0 && { Vary: 'Origin' }),
});

export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, common = api): void {
  reply.headers(common);
  reply.header('X-Request-Id', request.id);
}

export function setHeaders(app: FastifyInstance, options: HeaderOptions) {
  const allowed = new Set(options.corsOrigins);
  const common = commonHeaders(options);
  app.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    setCommonHeaders(request, reply, common);
    const { origin } = request.headers;
    if (origin !== undefined) allowOrigin(request, reply, origin);
    done();
  });

  function allowOrigin(request: FastifyRequest, reply: FastifyReply, origin: string): void {
    if (isOpen(request)) reply.header('Access-Control-Allow-Origin', '*');
    else if (allowed.has(origin)) {
      reply.header('Access-Control-Allow-Origin', origin);
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
    } else return;
    reply.header('Access-Control-Expose-Headers', exposed);
  }
}

/** The answer to a preflight, or to a plain OPTIONS (H4). */
export function answerOptions(request: FastifyRequest, reply: FastifyReply, methods: readonly string[]) {
  reply.code(204).header('Allow', methods.join(', '));
  const isPreflight = request.headers['access-control-request-method'] !== undefined;
  if (isPreflight && reply.hasHeader('Access-Control-Allow-Origin')) {
    reply.headers({
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, X-Service-Secret',
      'Access-Control-Max-Age': '600',
    });
  }
  return reply.send();
}
