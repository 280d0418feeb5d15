import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import type { ServerProcess } from './compare.ts';
import { atEnd } from './ending.ts';

/**
 * The floor: what Fastify with its default parser does with the same requests when nothing is checked and nothing
 * is kept. No credential, no validation, no store, no log line; the answer has the same fields. Whoever doubts a
 * ratio finds here all that it is a ratio to.
 */

const self = fileURLToPath(import.meta.url);

async function serve(): Promise<void> {
  // As large a body as the product takes.
  const app = Fastify({ bodyLimit: 16 * 1024 * 1024 });

  app.post<{ Params: { sessionId: string }; Body: { events: unknown[] } }>(
    '/v1/sessions/:sessionId/events',
    async ({ params: { sessionId }, body: { events } }) => ({
      sessionId,
      accepted: events.length,
      firstSequence: 1,
      lastSequence: events.length,
      async: false,
    }),
  );

  // A constant body, made beforehand and kept as bytes: not even its encoding is paid for.
  const constants = new Map<number, Buffer>();
  app.get<{ Params: { bytes: string } }>('/constant/:bytes', async ({ params: { bytes } }, reply) => {
    const size = Number(bytes);
    const body = constants.get(size) ?? Buffer.from(JSON.stringify('x'.repeat(size - 2)));
    constants.set(size, body);
    reply.header('content-type', 'application/json; charset=utf-8');
    return body;
  });

  process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
}

let running: Promise<ServerProcess> | undefined;

/** One floor for the whole run, so that it is as warm as it gets. */
export function floor(): Promise<ServerProcess> {
  running ??= start();
  return running;
}

async function start(): Promise<ServerProcess> {
  const child = fork(self, ['serve']);
  const [url] = (await once(child, 'message')) as [string];
  return {
    name: 'bare Fastify',
    url,
    pid: child.pid as number,
    stop: atEnd(async () => void (child.kill('SIGCONT') && child.kill())),
  };
}

if (process.argv[1] === self && process.argv[2] === 'serve') await serve();
