import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { DebriefError, limits, type Route } from '@debrief/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BodyBytes } from '../limit/body-bytes.ts';
import { parseJson } from './json.ts';

const inflate = promisify(gunzip);

/** Read before anybody has proved who they are: no blank may be matched by two pieces, or many of them take seconds. */
const mediaType = /^application\/json\s*(?:;\s*(?:charset\s*=\s*"?utf-8"?\s*(?:;\s*)?)?)?$/i;

export const tooLarge = (max: number) =>
  new DebriefError('body_too_large', `The body may take at most ${max} bytes.`);

/** Checked on the headers, before a byte of the body is read (H9, H10). */
export function checkMedia(row: Route, request: Pick<IncomingMessage, 'headers'>): void {
  if (!row.body && !row.raw) return;
  const { 'content-type': type, 'content-encoding': encoding, 'content-length': length } = request.headers;
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(length ?? 0) > 0;
  if (type === undefined ? hasBody : !mediaType.test(type)) {
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

/** Stops inflating at the limit: a bomb costs no more than an honest body (H10), and counts as the largest one. */
export async function inflated(bytes: Buffer, max: number, counted?: BodyBytes): Promise<Buffer> {
  let plain: Buffer;
  try {
    plain = await inflate(bytes, { maxOutputLength: max });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      counted?.reach(max);
      throw tooLarge(max);
    }
    throw new DebriefError('invalid_json', 'The body is not valid gzip.');
  }
  counted?.reach(plain.length);
  return plain;
}

/**
 * One parser for every route but appends, which read their body themselves: Fastify's own accepts text, mends bad UTF-8
 * and ignores encodings (H9, H10).
 */
export function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    const row = request.routeOptions.config.row as Route | undefined;
    if (row?.raw) return bytes;
    if (!row?.body || bytes.length === 0) return undefined;
    const isPacked = request.headers['content-encoding']?.toLowerCase() === 'gzip';
    return parseJson(isPacked ? await inflated(bytes, row.bodyLimit ?? limits.bodyBytes) : bytes);
  });
}
