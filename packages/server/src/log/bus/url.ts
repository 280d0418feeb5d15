import type { NodeConnectionOptions } from '@nats-io/transport-node';

/** NATS_URL: one or several servers with commas between; user and password, or a token, in the first. */
export function connectionOptions(url: string): NodeConnectionOptions {
  // There is at least one: a part that is no URL throws, also an empty one.
  const urls = url.split(',').map((part) => new URL(part.trim())) as [URL, ...URL[]];
  const [first] = urls;
  const user = decodeURIComponent(first.username);
  const password = decodeURIComponent(first.password);
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || 4222}`),
    ...(first.protocol === 'tls:' && { tls: {} }),
    ...(user && password ? { user, pass: password } : user ? { token: user } : {}),
  };
}
