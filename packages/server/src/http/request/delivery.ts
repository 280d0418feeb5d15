import type { FastifyRequest } from 'fastify';
import type { Delivery } from '../../domain/link/integration.ts';
import { parseJson } from './json.ts';

/** A webhook's request: its bytes as they came, because the signature is over exactly those. */
export const deliveryOf = (request: FastifyRequest): Delivery => ({
  headers: request.headers,
  body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  parse: (body) => parseJson(body),
});
