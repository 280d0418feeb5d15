import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as httpRequest, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultReaderLimits, type ReaderLimits, Readers } from './readers.ts';

const mega = 1024 * 1024;
const answer = Buffer.alloc(24 * mega, 'x');
const open: (() => void)[] = [];
after(() => {
  for (const close of open) close();
});

/** Answers everything with 24 MB, more than any operating system buffers. */
async function serve(limits: Partial<ReaderLimits>) {
  const readers = new Readers({ ...defaultReaderLimits, ...limits });
  const sockets: Socket[] = [];
  const server = createServer((_request, response) => response.end(answer));
  server.on('connection', (socket) => sockets.push(socket));
  readers.watch(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const ask = async (read: boolean) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    open.push(() => socket.destroy());
    await once(socket, 'connect');
    if (!read) socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return socket;
  };
  return { readers, sockets, ask, port };
}

async function until(check: () => boolean, within = 10_000): Promise<number> {
  const begun = performance.now();
  for (; !check(); await sleep(10)) assert.ok(performance.now() - begun < within, 'not in time');
  return performance.now() - begun;
}

describe('readers', () => {
  it('are dropped when they take nothing for as long as the patience lasts', async () => {
    const { sockets, ask } = await serve({ patience: 600 });
    await ask(false);
    await until(() => sockets.length === 1);
    const took = await until(() => sockets[0]?.destroyed === true, 5000);
    assert.ok(took >= 400, `dropped after ${took} ms`);
  });

  it('are not dropped while they read, however slowly', async () => {
    // The whole takes longer than either patience, and each pause is far shorter, also on a busy machine.
    const { sockets, ask } = await serve({ patience: 1200, crowded: mega, crowdedPatience: 600 });
    const socket = await ask(false);
    await until(() => sockets.length === 1);
    // 4 MB every tenth of a second would be over soon; a part of that each time is slow.
    let read = 0;
    socket.on('data', (chunk) => {
      read += chunk.length;
      if (read % (2 * mega) < chunk.length) {
        socket.pause();
        setTimeout(() => socket.resume(), 150);
      }
    });
    socket.resume();
    await until(() => read >= answer.length, 20_000);
  });

  it('are dropped sooner when much waits', async () => {
    const { readers, sockets, ask } = await serve({ crowded: 30 * mega, crowdedPatience: 300 });
    await ask(false);
    await until(() => sockets.length === 1 && readers.waiting() >= 24 * mega);
    await sleep(900);
    assert.equal(sockets[0]?.destroyed, false, 'one alone is no crowd');
    await ask(false);
    await until(() => sockets.length === 2 && sockets.some(({ destroyed }) => destroyed), 5000);
  });

  it('that cannot be seen to move are left to the timer of Node', async () => {
    const { readers, sockets, ask } = await serve({ crowded: mega, crowdedPatience: 200 });
    await ask(false);
    await until(() => readers.waiting() > 0);
    // A version of Node without the number of bytes that the operating system has not taken.
    Object.defineProperty(sockets[0] as Socket, '_handle', { value: {}, configurable: true });
    await sleep(800);
    assert.equal(sockets[0]?.destroyed, false);
    Reflect.deleteProperty(sockets[0] as Socket, '_handle');
  });

  it('have to read earlier large answers before another is built', async () => {
    const readers = new Readers({ ...defaultReaderLimits, ofOneCaller: 1, wait: 100 });
    const responses: ServerResponse[] = [];
    const server = createServer(async (_request, response) => {
      responses.push(response);
      try {
        const { built } = await readers.turn('caller', response);
        response.end(answer);
        built();
      } catch (error) {
        response.statusCode = 429;
        response.end((error as { code: string }).code);
      }
    });
    readers.watch(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    open.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const get = () =>
      new Promise<{ status: number; resume(): void; destroy(): void }>((resolve) => {
        const sent = httpRequest({ port, host: '127.0.0.1', agent: false }, (response) => {
          response.on('error', () => {});
          resolve({
            status: response.statusCode ?? 0,
            resume: () => response.resume(),
            destroy: () => sent.destroy(),
          });
        });
        sent.on('error', () => {});
        sent.end();
      });
    const unread = await get();
    assert.equal(unread.status, 200);
    const refused = await get();
    refused.resume();
    assert.equal(refused.status, 429);
    unread.resume();
    await until(() => responses[0]?.closed === true);
    const second = await get();
    assert.equal(second.status, 200);
    // Gone without having read: that counts as the end of it, too.
    second.destroy();
    await until(() => responses[2]?.closed === true);
    const third = await get();
    assert.equal(third.status, 200);
    third.destroy();
  });

  it('of all callers together get small answers when little room is left, and none when there is none', async () => {
    const { readers, ask } = await serve({
      answer: 30 * mega,
      small: mega,
      max: 40 * mega,
      maxOfAll: 50 * mega,
      wait: 100,
      crowdedPatience: 60_000,
    });
    const response = () => ({ closed: false, once: () => {} }) as unknown as ServerResponse;
    const first = await readers.turn('a', response());
    assert.equal(first.bytes, 30 * mega);
    const second = await readers.turn('b', response());
    assert.equal(second.bytes, mega, 'what is being built counts');
    first.built();
    second.built();
    await sleep(10);
    assert.equal((await readers.turn('c', response())).bytes, 30 * mega);
    await ask(false);
    await until(() => readers.waiting() >= 24 * mega);
    await assert.rejects(readers.turn('d', response()), { code: 'service_unavailable' });
  });
});
