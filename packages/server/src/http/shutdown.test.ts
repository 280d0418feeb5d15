import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkErrorBody } from '../../testing/answer.ts';
import { engines } from '../../testing/engine.ts';
import { appAlone } from '../../testing/http/app.ts';
import { answersIn, connectTo, raw } from '../../testing/http/raw.ts';
import { testServer } from '../../testing/server.ts';
import { aTeam } from '../../testing/team.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

for (const engine of engines) {
  describe(`stopping on ${engine}`, () => {
    it('finishes what is under way, refuses what comes after in our shape, and does not linger', async () => {
      const server = await testServer(engine);
      const team = await aTeam(server);
      const body = JSON.stringify({ events: [{ eventType: 'late' }] });
      const head =
        `POST /v1/sessions/${team.sessionId}/events HTTP/1.1\r\nHost: x\r\nX-Service-Secret: ${team.secret}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      // Two connections with a request half sent when the server is told to stop.
      const clients = await Promise.all(
        Array.from({ length: 2 }, async () => {
          const socket = await connectTo(server.url);
          const heard = { socket, text: '', closed: new Promise((resolve) => socket.once('close', resolve)) };
          socket.on('data', (chunk) => {
            heard.text += chunk.toString('latin1');
          });
          socket.write(head + body.slice(0, 10));
          return heard;
        }),
      );
      // Long enough for a busy machine to have read the heads.
      await pause(500);
      const begun = performance.now();
      const stopped = server[Symbol.asyncDispose]();
      await pause(50);
      const [patient, eager] = clients as [(typeof clients)[0], (typeof clients)[0]];
      patient.socket.write(body.slice(10));
      eager.socket.write(`${body.slice(10)}GET /v1/agents HTTP/1.1\r\nHost: x\r\n\r\n`);
      await Promise.all([stopped, patient.closed, eager.closed]);
      assert.ok(performance.now() - begun < 5000, 'stopping waited for an idle connection');
      assert.deepEqual(
        answersIn(patient.text).map(({ status }) => status),
        [200],
      );
      const [first, second] = answersIn(eager.text);
      assert.equal(first?.status, 200);
      assert.equal(second?.status, 503, eager.text);
      assert.equal(checkErrorBody(503, second?.body ?? ''), 'service_unavailable');
      assert.match(second?.headers.get('retry-after') ?? '', /^\d+$/);
      assert.equal(second?.headers.get('connection'), 'close');
      await assert.rejects(fetch(`${server.url}/health`));
    });
  });
}

it('stopping does not wait for a connection on which nothing was asked, and serves one that asks at last', async () => {
  const server = await testServer('sqlite');
  const silent = await connectTo(server.url);
  const closed = new Promise((resolve) => silent.once('close', resolve));
  await pause(1200);
  // Connected when the server is told to stop, and asks a moment later.
  const late = await connectTo(server.url);
  let heard = '';
  late.on('data', (chunk) => {
    heard += chunk.toString('latin1');
  });
  const answered = new Promise((resolve) => late.once('close', resolve));
  const begun = performance.now();
  const stopped = server[Symbol.asyncDispose]();
  await pause(300);
  late.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
  await Promise.all([stopped, closed, answered]);
  assert.ok(performance.now() - begun < 5000, 'stopping waited for a connection that nobody used');
  assert.equal(answersIn(heard)[0]?.status, 503, heard);
});

describe('slow senders', () => {
  it('R12 get 30 s for the headers and 60 s for the whole, looked at every 5 s, then a 408; a silent connection ends after 30 s', async () => {
    const app = await appAlone();
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const { server } = app;
    assert.deepEqual(
      [server.headersTimeout, server.requestTimeout, server.keepAliveTimeout, server.timeout],
      [30_000, 60_000, 72_000, 30_000],
    );
    server.headersTimeout = 200;
    server.requestTimeout = 400;
    const answers = await Promise.all([
      raw(url, 'GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: '),
      raw(url, 'POST /v1/organizations HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{'),
    ]);
    await app.close();
    const [headers, body] = answers.map((text) => answersIn(text));
    assert.equal(headers?.[0]?.status, 408, answers[0]);
    assert.equal(checkErrorBody(408, headers?.[0]?.body ?? ''), 'request_timeout');
    assert.equal(headers?.[0]?.headers.get('connection'), 'close');
    // Without a credential the answer comes before the body; the connection is not kept for the rest of it.
    assert.equal(body?.[0]?.status, 401, answers[1]);
  });
});
