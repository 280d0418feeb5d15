import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** The peer, or what the trusted proxies say it was; the rule Fastify applies to `request.ip`. */
export function addressReader(trustProxy: string[] | false): (request: IncomingMessage) => string {
  if (trustProxy === false) return (request) => request.socket.remoteAddress ?? '';
  const trust = proxyAddr.compile(trustProxy);
  return (request) => proxyAddr(request, trust);
}
