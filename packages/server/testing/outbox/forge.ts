import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ForgeAsked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, string> | undefined;
  /** What it was answered; 0 when the line was cut before an answer. */
  status: number;
}

/** A forge on loopback that keeps every call as it came. `answer` 0 takes the call and cuts the line. */
export async function aForge(answer: (asked: Omit<ForgeAsked, 'status'>) => number = () => 201) {
  const asked: ForgeAsked[] = [];
  const kit = { answer };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const { method = '', url: path = '', headers } = request;
      const one = { method, path, headers, body: text === '' ? undefined : JSON.parse(text) };
      const status = kit.answer(one);
      asked.push({ ...one, status });
      if (status === 0) request.socket.destroy();
      else response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    set answer(next: typeof answer) {
      kit.answer = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
