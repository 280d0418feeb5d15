import type { Output, Routes } from '@debrief/contract';
import type { FastifyReply } from 'fastify';
import type { ByteText } from '../../../domain/session/byte-text.ts';
import { chooseEncoding, withEncoding } from '../../compress.ts';

/** Answers whose parts are JSON text already. */

const jsonType = 'application/json; charset=utf-8';

/** A page of texts that are bytes already, without a text of the whole page: pages may be large. */
export function pageBytes(name: string, items: readonly ByteText[], nextCursor: string | null): Buffer {
  const head = `{"${name}":[`;
  const tail = `],"nextCursor":${JSON.stringify(nextCursor)}}`;
  const commas = Math.max(0, items.length - 1);
  const size = items.reduce((sum, { length }) => sum + length, head.length + tail.length + commas);
  const page = Buffer.allocUnsafeSlow(size);
  let end = page.write(head, 0, 'latin1');
  for (const [index, item] of items.entries()) {
    if (index > 0) end += page.write(',', end, 'latin1');
    end += page.write(item, end, 'latin1');
  }
  page.write(tail, end, 'latin1');
  return page;
}

/** Already JSON: parsing it only to write it again would cost most of the request. */
export function asWritten<Name extends keyof Routes>(
  reply: FastifyReply,
  json: Buffer,
): Output<Routes[Name]> {
  reply.type(jsonType);
  return json as unknown as Output<Routes[Name]>;
}

/** An answer with a list of texts that are JSON already. */
export const withTexts = (answer: object, name: string, texts: readonly string[]): Buffer =>
  Buffer.from(`${JSON.stringify(answer).slice(0, -1)},"${name}":[${texts.join(',')}]}`);

/** An answer in pieces, with a list whose text, without its brackets, is bytes already. */
export function piecesOf<Name extends string>(
  answer: { [Key in Name]: readonly Uint8Array[] } & object,
  name: Name,
): Uint8Array[] {
  const rest = JSON.stringify({ ...answer, [name]: undefined });
  return [Buffer.from(`${rest.slice(0, -1)},"${name}":[`), ...answer[name], listEnd];
}

const listEnd = Buffer.from(']}');

/**
 * Sends JSON in pieces, which nobody has to copy into one: they are parts of what is kept. What the client wants
 * compressed is put together first.
 */
export function sendInPieces<Name extends keyof Routes>(
  reply: FastifyReply,
  pieces: readonly Uint8Array[],
): Output<Routes[Name]> {
  const { method, headers } = reply.request;
  if (method !== 'GET' || chooseEncoding(headers['accept-encoding'])) {
    return asWritten<Name>(reply, Buffer.concat(pieces));
  }
  reply.hijack();
  const { raw } = reply;
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  raw.writeHead(reply.statusCode, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': jsonType,
    'content-length': length,
    vary: withEncoding(reply.getHeader('vary')),
  });
  raw.cork();
  for (const piece of pieces) raw.write(piece);
  raw.end();
  raw.uncork();
  return undefined as unknown as Output<Routes[Name]>;
}

/** An answer with one part that is JSON already. */
export const withJson = (answer: object, name: string, json: string | Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(`${JSON.stringify(answer).slice(0, -1)},"${name}":`),
    typeof json === 'string' ? Buffer.from(json) : json,
    Buffer.from('}'),
  ]);
