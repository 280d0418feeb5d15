import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const dist = fileURLToPath(new URL('../../../../dashboard/dist/', import.meta.url));

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** What only the dashboard's own router knows. */
const pages =
  /^\/(?:welcome|account|connect|environments|agents|members|secrets|audit|organization|webhooks|inbox|held|privacy|my-data|insights|lessons|reviews|rules|signed-in|signed-out|repositories|repository|file|pull|(?:sessions|commit)(?:\/[^/]+)?|(?:claim|erasures)\/[^/]+)$/;

/** The document that names the files of the page (packages/dashboard/vite-plugins.ts). */
function documentOf({ url }: FastifyRequest): string {
  const path = url.split('?', 1)[0] as string;
  if (/^\/sessions\/[^/]+$/.test(path)) return '/session.html';
  // Whoever comes without a page is led to the sessions.
  return path === '/sessions' || path === '/' ? '/sessions.html' : '/index.html';
}

interface Asset {
  path: string;
  type: string;
  body: Buffer;
  /** The body in gzip, where that makes it smaller. */
  zipped: (() => Buffer) | undefined;
  etag: string;
}

/** Transcripts are hostile input: nothing inline, nothing remote, no markup from strings. */
function pageHeaders(idpOrigin: string): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "worker-src 'self'",
      `connect-src 'self'${idpOrigin ? ` ${idpOrigin}` : ''}`,
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  };
}

/** As the build has packed it; else when it is first asked for: to pack everything would delay the start. */
function zippedOnce(file: string, body: Buffer): () => Buffer {
  let zipped: Buffer | undefined = existsSync(`${file}.gz`) ? readFileSync(`${file}.gz`) : undefined;
  return () => (zipped ??= gzipSync(body, { level: 9 }));
}

function loadAssets(folder: string): Asset[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.name.endsWith('.gz'),
  );
  return files.map((entry) => {
    const file = join(entry.parentPath, entry.name);
    const body = readFileSync(file);
    const type = types[extname(file)] ?? 'application/octet-stream';
    const zipped = /text|javascript|json|svg/.test(type) ? zippedOnce(file, body) : undefined;
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    return { path: `/${relative(folder, file).replaceAll('\\', '/')}`, type, body, zipped, etag };
  });
}

function send(asset: Asset, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Vite names assets by their content; the page itself must always be fresh.
  const lasting = asset.path.startsWith('/assets/');
  reply.type(asset.type).header('ETag', asset.etag);
  reply.header('Cache-Control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (reply.statusCode === 200 && request.headers['if-none-match'] === asset.etag)
    return reply.code(304).send();
  if (!asset.zipped) return reply.send(asset.body);
  reply.header('Vary', 'Accept-Encoding');
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  return takesGzip ? reply.header('Content-Encoding', 'gzip').send(asset.zipped()) : reply.send(asset.body);
}

/** A browser that was led to an address, as opposed to a script or a program that asked for something. */
const isVisit = ({ headers }: FastifyRequest, path: string): boolean =>
  !/^\/(?:v1|idp|assets|\.well-known)(?:\/|$)/.test(path) &&
  (headers['sec-fetch-dest'] ?? 'document') === 'document' &&
  /\btext\/html\b/.test(headers.accept ?? '');

export interface Dashboard {
  /**
   * Answers a page of the dashboard that only its router knows. Any other address stays a 404 (H1); a person who
   * typed it gets the dashboard's page that says so, a program gets the usual error (undefined here).
   */
  page(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined;
}

/** The dashboard at `/`, held in memory; without a built bundle there is none. */
export function mountDashboard(
  app: FastifyInstance,
  options: { publicUrl: string; idpOrigin: string; folder?: string },
): Dashboard {
  const { folder = dist } = options;
  if (!existsSync(join(folder, 'index.html'))) return { page: () => undefined };
  const headers = pageHeaders(options.idpOrigin === options.publicUrl ? '' : options.idpOrigin);
  const assets = loadAssets(folder);
  const documents = new Map(assets.map((asset) => [asset.path, asset]));
  const index = documents.get('/index.html') as Asset;
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    const document = reply.statusCode === 200 ? documents.get(documentOf(request)) : undefined;
    return send(document ?? index, request, reply.headers(headers));
  };
  app.get('/', page);
  for (const asset of assets) {
    if (!asset.path.endsWith('.html')) app.get(asset.path, (request, reply) => send(asset, request, reply));
  }
  return {
    page(request, reply) {
      const path = request.url.split('?', 1)[0] as string;
      if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
      if (pages.test(path)) return page(request, reply);
      return isVisit(request, path) ? page(request, reply.code(404)) : undefined;
    },
  };
}
