import type { FastifyRequest } from 'fastify';
import { type DeliveredPull, readGithubPull, readGitlabMerge } from '../../domain/link/delivery.ts';
import type { Delivery } from '../../domain/link/integration.ts';
import type { BodyReader } from './body-reader.ts';
import { parseJson } from './json.ts';

/** A webhook's request: its bytes as they came, because the signature is over exactly those. */
export function deliveryOf(request: FastifyRequest, bodies: BodyReader): Delivery {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return {
    headers: request.headers,
    body,
    async read(provider, caller) {
      const source = { caller, isPacked: false, counted: request.bodyBytes };
      const small = await bodies.small(body, source);
      const isGithub = provider === 'github';
      if (small) return (isGithub ? readGithubPull : readGitlabMerge)(parseJson(small));
      const route = isGithub ? 'receiveGithub' : 'receiveGitlab';
      return bodies.aside<DeliveredPull | undefined>(route, body, source);
    },
  };
}
