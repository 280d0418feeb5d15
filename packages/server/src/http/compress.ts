import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const { constants } = zlib;
const zstdCompress = promisify(zlib.zstdCompress);
const brotliCompress = promisify(zlib.brotliCompress);
const gzipCompress = promisify(zlib.gzip);

/** A shorter answer fits into one packet either way. */
const minBytes = 1024;

/** Levels that cost little: an answer is compressed for one reader, once. */
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } };
const gzip = { level: 1 };

interface Encoding {
  whole(bytes: Buffer): Promise<Buffer>;
  /** Every message leaves at once: a reader waits for it. */
  stream(): NodeJS.ReadWriteStream;
}

/** In the order we prefer them in. */
const encodings: Record<string, Encoding> = {
  zstd: {
    whole: (bytes) => zstdCompress(bytes, zstd) as Promise<Buffer>,
    stream: () => zlib.createZstdCompress({ ...zstd, flush: constants.ZSTD_e_flush }),
  },
  br: {
    whole: (bytes) => brotliCompress(bytes, brotli) as Promise<Buffer>,
    stream: () => zlib.createBrotliCompress({ ...brotli, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  gzip: {
    whole: (bytes) => gzipCompress(bytes, gzip) as Promise<Buffer>,
    stream: () => zlib.createGzip({ ...gzip, flush: constants.Z_SYNC_FLUSH }),
  },
};

/** The best of our encodings that the client takes; undefined when it wants none. */
export function chooseEncoding(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const wanted = new Map<string, number>();
  for (const part of header.slice(0, 500).split(',')) {
    const [name = '', ...options] = part.split(';').map((one) => one.trim().toLowerCase());
    const weight = options.find((one) => one.startsWith('q='));
    wanted.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  let best: string | undefined;
  for (const name of Object.keys(encodings)) {
    const weight = wanted.get(name) ?? 0;
    if (weight > 0 && (best === undefined || weight > (wanted.get(best) ?? 0))) best = name;
  }
  return best;
}

/**
 * Compresses what is read: JSON answers to GET, and the stream. Nothing else: an answer to POST may hold a new secret
 * beside text of somebody's choice (H28).
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, payload: unknown, done) => {
    const { row } = request.routeOptions.config;
    if (!row || request.method !== 'GET' || reply.statusCode !== 200) return done(null, payload);
    reply.header('Vary', withEncoding(reply.getHeader('Vary')));
    const name = chooseEncoding(request.headers['accept-encoding']);
    const encoding = name === undefined ? undefined : encodings[name];
    if (!name || !encoding) return done(null, payload);
    if (payload instanceof Readable) {
      reply.header('Content-Encoding', name);
      const compressed = encoding.stream();
      payload.on('error', () => payload.destroy());
      return done(null, payload.pipe(compressed));
    }
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (!Buffer.isBuffer(bytes) || bytes.length < minBytes) return done(null, payload);
    reply.header('Content-Encoding', name);
    reply.removeHeader('Content-Length');
    encoding.whole(bytes).then(
      (compressed) => done(null, compressed),
      (error: Error) => done(error),
    );
  });
}

/** What `Vary` says of an answer that may be compressed. */
export const withEncoding = (vary: unknown): string =>
  vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`;
