import { type Output, type RouteName, type Routes, routes } from '@debrief/contract';
import type { FastifyReply } from 'fastify';
import type { PartlyKept } from '../../../domain/session/kept-json.ts';
import { chooseEncoding, withEncoding } from '../../compress.ts';
import { type Splice, splicer } from './splice.ts';

/** Routes whose answers hold JSON as it is kept. All others are written by Fastify. */
const names = [
  'listSessions',
  'listEvents',
  'getTranscript',
  'getSkeleton',
  'getEntry',
  'getChanges',
  'getFileAt',
  'listReviews',
  'listHeld',
  'takeNextReview',
] as const satisfies RouteName[];

export type SplicedRoute = (typeof names)[number];

const splices = new Map<RouteName, Splice>(names.map((name) => [name, splicer(routes[name].responses[200])]));

/** Writes the answers of such a route in Fastify's place; undefined for all others. */
export function writerOf(name: RouteName): ((answer: unknown) => Buffer) | undefined {
  const splice = splices.get(name);
  return splice && ((answer) => splice(answer).joined());
}

/**
 * Sends an answer in pieces, which nobody has to copy into one: they are parts of what is kept. What the client wants
 * compressed is put together first.
 */
export function sendInPieces<Name extends SplicedRoute>(
  reply: FastifyReply,
  name: Name,
  answer: PartlyKept<Output<Routes[Name]>>,
): PartlyKept<Output<Routes[Name]>> {
  const { method, headers } = reply.request;
  if (method !== 'GET' || chooseEncoding(headers['accept-encoding'])) return answer;
  const pieces = [...(splices.get(name) as Splice)(answer).pieces()];
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(reply.statusCode, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'application/json; charset=utf-8',
    'content-length': pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0),
    vary: withEncoding(reply.getHeader('vary')),
  });
  raw.cork();
  for (const piece of pieces) raw.write(piece);
  raw.end();
  raw.uncork();
  return undefined as never;
}
