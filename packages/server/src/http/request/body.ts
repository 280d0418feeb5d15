import type { IncomingMessage } from 'node:http';
import { DebriefError, limits, type Route } from '@debrief/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf } from '../../domain/actor.ts';
import type { BodyBytes } from '../limit/body-bytes.ts';
import { BodyChunks } from './body-chunks.ts';
import type { BodyReader } from './body-reader.ts';
import { tooLarge } from './inflate.ts';

/** Read before anybody has proved who they are: no blank may be matched by two pieces, or many of them take seconds. */
const mediaType = /^application\/json\s*(?:;\s*(?:charset\s*=\s*"?utf-8"?\s*(?:;\s*)?)?)?$/i;

export const hasBody = (headers: IncomingMessage['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Checked on the headers, before a byte of the body is read (H9, H10). */
export function checkMedia(row: Route, request: Pick<IncomingMessage, 'headers'>): void {
  if (!row.body && !row.raw) return;
  const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = request.headers;
  if (type === undefined ? hasBody(request.headers) : !mediaType.test(type)) {
    throw new DebriefError('unsupported_media_type', 'Send the body as application/json in UTF-8.');
  }
  const plain = encoding === undefined || encoding.toLowerCase() === 'identity';
  if (!plain && !(row.gzip && encoding.toLowerCase() === 'gzip')) {
    throw new DebriefError(
      'unsupported_media_type',
      row.gzip
        ? 'Of the content encodings only gzip is understood.'
        : 'Content encodings are not understood here.',
    );
  }
  const max = row.bodyLimit ?? limits.bodyBytes;
  if (Number(length ?? 0) > max) throw tooLarge(max);
}

/** The bytes of a body as they come. Stops at the largest it may have, and at what its sender may still send. */
export function receive(
  request: IncomingMessage,
  counted: BodyBytes | undefined,
  max: number,
): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    const body = new BodyChunks(Number(request.headers['content-length'] ?? 0));
    request.on('data', (chunk: Buffer) => {
      try {
        counted?.reach(body.size + chunk.length);
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
}

export const isPacked = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['content-encoding']?.toLowerCase() === 'gzip';

/**
 * One parser for every route but appends, which read their body themselves: Fastify's own accepts text, mends bad UTF-8
 * and ignores encodings (H9, H10).
 */
export function parseBodies(app: FastifyInstance, bodies: BodyReader): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { row, name } = request.routeOptions.config;
    const bytes = await receive(payload, request.bodyBytes, row?.bodyLimit ?? limits.bodyBytes);
    if (row?.raw) return bytes;
    if (!row?.body || name === undefined || bytes.length === 0) return undefined;
    return bodies.read(name, bytes, {
      caller: request.actor && callerOf(request.actor),
      isPacked: isPacked(request),
      counted: request.bodyBytes,
    });
  });
}
