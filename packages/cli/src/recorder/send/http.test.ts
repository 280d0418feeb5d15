import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createFetch } from './http.ts';
import { answerOf, createThreadedFetch } from './http-thread.ts';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

for (const [where, create] of [
  ['on this thread', () => ({ fetch: createFetch(), close: async () => {} })],
  ['on a thread of its own', createThreadedFetch],
] as const) {
  describe(`requests ${where}`, () => {
    let server: Server;
    let url = '';
    let connections = 0;
    let seen: Seen[] = [];
    let answer: RequestListener;
    let client: ReturnType<typeof create>;
    before(async () => {
      server = createServer(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const { method, headers } = request;
        seen.push({ method, url: request.url, headers, body: Buffer.concat(chunks).toString() });
        answer(request, response);
      });
      server.on('connection', () => connections++);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      client = create();
    });
    after(async () => {
      await client.close();
      server.closeAllConnections();
      server.close();
    });
    beforeEach(() => {
      seen = [];
      answer = (_, response) => void response.end('{"ok":true}');
    });

    it('carry method, path, headers and body as they are given', async () => {
      const headers = { Authorization: 'Bearer x', 'Content-Type': 'application/json' };
      const response = await client.fetch(`${url}/a/b?c=d%20e`, { method: 'POST', headers, body: '{"ä":1}' });
      assert.deepEqual([response.ok, response.status, await response.json()], [true, 200, { ok: true }]);
      const [one] = seen;
      assert.deepEqual([one?.method, one?.url, one?.body], ['POST', '/a/b?c=d%20e', '{"ä":1}']);
      assert.equal(one?.headers.authorization, 'Bearer x');
      assert.equal(one?.headers.host, new URL(url).host);
      assert.equal(one?.headers['content-length'], '8');
      assert.equal(one?.headers['transfer-encoding'], undefined);
    });

    it('may have bytes, or nothing, as a body', async () => {
      await client.fetch(url, { method: 'POST', headers: {}, body: Buffer.from('bytes') });
      await client.fetch(url, { method: 'POST', headers: {} });
      await client.fetch(url, { headers: {} });
      await client.fetch(url, { method: 'GET', headers: {} });
      assert.deepEqual(
        seen.map(({ method, body, headers }) => [method, body, headers['content-length']]).slice(0, 2),
        [
          ['POST', 'bytes', '5'],
          ['POST', '', '0'],
        ],
      );
      assert.deepEqual(
        [seen[2]?.method, seen[2]?.body, seen[3]?.headers['content-length']],
        ['GET', '', undefined],
      );
    });

    it('tell the refusal of a server with its words and its wait', async () => {
      answer = (_, response) => {
        response.writeHead(429, { 'retry-after': '7' });
        response.end('{"error":"Later."}');
      };
      const response = await client.fetch(url, { headers: {} });
      assert.deepEqual([response.ok, response.status], [false, 429]);
      assert.equal(response.headers.get('Retry-After'), '7');
      assert.equal(response.headers.get('x-other'), null);
      assert.equal(await response.text(), '{"error":"Later."}');
    });

    it('use a connection again, and never more than eight', async () => {
      const before = connections;
      for (let turn = 0; turn < 3; turn++) await client.fetch(url, { headers: {} });
      assert.ok(connections - before <= 1, `${connections - before} connections`);
      let waiting = 0;
      let isOpen = false;
      answer = async (_, response) => {
        waiting++;
        while (!isOpen) await nextTurn();
        response.end('{}');
      };
      const all = Array.from({ length: 20 }, () => client.fetch(url, { headers: {} }));
      while (waiting < 8) await nextTurn();
      isOpen = true;
      await Promise.all(all);
      assert.ok(connections - before <= 8, `${connections - before} connections`);
      assert.equal(waiting, 20);
    });

    it('fail in one way, whatever the reason', async () => {
      const failure = { name: 'TypeError', message: 'fetch failed' };
      answer = (_, response) => void response.destroy();
      await assert.rejects(client.fetch(url, { headers: {} }), failure);
      answer = (_, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{', () => response.destroy());
      };
      await assert.rejects(client.fetch(url, { headers: {} }), failure);
      const closed = createServer();
      await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
      const { port } = closed.address() as AddressInfo;
      await new Promise((resolve) => closed.close(resolve));
      await assert.rejects(client.fetch(`http://127.0.0.1:${port}`, { headers: {} }), failure);
    });

    it('end when nobody waits for them any more', { timeout: 10_000 }, async () => {
      let isGone = false;
      answer = (_, response) => void response.on('close', () => (isGone = true));
      const ending = new AbortController();
      const waiting = client.fetch(url, { headers: {}, signal: ending.signal });
      while (seen.length === 0) await nextTurn();
      ending.abort();
      await assert.rejects(waiting, { name: 'TypeError', message: 'fetch failed' });
      while (!isGone) await nextTurn();
      await assert.rejects(client.fetch(url, { headers: {}, signal: AbortSignal.abort() }));
      await nextTurn();
      assert.equal(seen.length, 1, 'nothing was asked after that');
    });
  });
}

it('an answer is good from 200 to 299', () => {
  assert.deepEqual(
    [199, 200, 299, 300].map((status) => answerOf(status, '', '').ok),
    [false, true, true, false],
  );
});

it('an address of version 6 is asked without its brackets', async () => {
  const server = createServer((_, response) => void response.end('{}'));
  const isThere = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(0, '::1', () => resolve(true));
  });
  if (!isThere) return;
  const client = createThreadedFetch();
  const { port } = server.address() as AddressInfo;
  assert.equal((await client.fetch(`http://[::1]:${port}/`, { headers: {} })).status, 200);
  await client.close();
  server.closeAllConnections();
  server.close();
});
