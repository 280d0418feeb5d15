import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

export interface Received {
  id: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: { type: string; timestamp: string; data: Record<string, unknown> };
  /** What it was answered. */
  status: number;
}

type Answer = number | { status: number; headers?: Record<string, string> };

/** A receiver on loopback that keeps what came and answers as it is told. */
export async function aReceiver(answer: (received: Omit<Received, 'status'>) => Answer = () => 204) {
  const received: Received[] = [];
  const kit = { answer };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const id = String(request.headers['webhook-id'] ?? '');
      const one = { id, headers: request.headers, text, body: JSON.parse(text) as Received['body'] };
      const answered = kit.answer(one);
      const { status, headers = {} } = typeof answered === 'number' ? { status: answered } : answered;
      received.push({ ...one, status });
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return {
    url,
    received,
    /** Changes how it answers from now on. */
    set answer(next: typeof answer) {
      kit.answer = next;
    },
    /** Waits until that is so of what it has received. */
    async until(isSo: (received: readonly Received[]) => boolean, milliseconds = 30_000): Promise<void> {
      for (const begun = Date.now(); !isSo(received); ) {
        if (Date.now() - begun > milliseconds) {
          throw new Error(`not in time; it has ${received.map(({ body }) => body.type).join(', ')}`);
        }
        await sleep(20);
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** As a package verifies it that nobody here wrote; throws when it is not signed with this secret. */
export const verified = (secret: string, { text, headers }: Pick<Received, 'text' | 'headers'>): unknown =>
  new Webhook(secret).verify(text, headers as Record<string, string>);
