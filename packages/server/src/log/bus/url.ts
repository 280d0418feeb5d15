import type { NodeConnectionOptions } from '@nats-io/transport-node';

/** NATS_URL: one or several servers with commas between; user and password, or a token, in the first. */
export function connectionOptions(url: string): NodeConnectionOptions {
  const urls = url.split(',').map((part) => new URL(part.trim()));
  const [first] = urls;
  if (!first) throw new Error('NATS_URL names no server.');
  const user = decodeURIComponent(first.username);
  const password = decodeURIComponent(first.password);
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || 4222}`),
    ...(first.protocol === 'tls:' && { tls: {} }),
    ...(user && password ? { user, pass: password } : user ? { token: user } : {}),
  };
}
