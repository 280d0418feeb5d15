import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server in front of another one that adds a credential: the official suite of MCP cannot send one. */
export async function authorizedFront(target: string, token: string) {
  const to = new URL(target);
  const front = createServer((incoming, outgoing) => {
    const own = (front.address() as AddressInfo).port;
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    // Its own name and origin are those of the server behind it; any other is passed on as it came.
    for (const name of ['host', 'origin'] as const) {
      headers[name] = headers[name]?.replace(`:${own}`, `:${to.port}`).replace('localhost', to.hostname);
      if (headers[name] === undefined) delete headers[name];
    }
    const passed = request(
      { host: to.hostname, port: to.port, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}
