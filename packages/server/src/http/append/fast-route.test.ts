import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { pino } from 'pino';
import { answersIn, raw } from '../../../testing/http/raw.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import { FastRoute } from './fast-route.ts';
import type { AppendPipeline } from './pipeline.ts';

/** A pipeline and a framework that only say that it was them. */
async function ways() {
  const pipeline: Pick<AppendPipeline, 'admit' | 'append'> = {
    admit: () => ({}) as never,
    append: async () => ({ status: 200, headers: { 'Content-Length': 4 }, body: 'fast' }),
  };
  let isClosing = false;
  const measured: unknown[][] = [];
  const route = new FastRoute({
    pipeline: pipeline as AppendPipeline,
    metrics: { observe: (...given: unknown[]) => measured.push(given) } as unknown as Metrics,
    log: pino({ level: 'silent' }),
    headers: {},
    nextRequestId: () => 'req_1',
    addressOf: () => '127.0.0.1',
    isClosing: () => isClosing,
  });
  const server = createServer({ requireHostHeader: false }, (request, response) => {
    response.setHeader('Connection', 'close');
    route.handle(request, response, () => response.end('slow'));
  });
  server.on('checkExpectation', (_request, response) => response.end('slow'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const taken = async (request: string): Promise<string | undefined> =>
    answersIn(`${await raw(url, request, { end: true })}`).at(-1)?.body;
  return { taken, server, measured, close: () => (isClosing = true) };
}

const session = `ses_${'a'.repeat(24)}`;
const line = `POST /v1/sessions/${session}/events HTTP/1.1`;
const asked = (first: string, ...headers: string[]) =>
  `${[first, ...headers, 'Content-Length: 0', '', ''].join('\r\n')}`;

it('takes an append as our clients send it, and leaves every other request to the framework', async () => {
  const { taken, server, measured, close } = await ways();
  const host = 'Host: localhost';
  const begun = performance.now();
  assert.equal(await taken(asked(line, host)), 'fast');
  const [[route, method, status, seconds] = []] = measured;
  assert.deepEqual([route, method, status], ['/v1/sessions/:sessionId/events', 'POST', 200]);
  assert.ok(Number(seconds) >= 0 && Number(seconds) <= (performance.now() - begun) / 1000, String(seconds));
  const others: Record<string, string> = {
    'an Origin': asked(line, host, 'Origin: http://localhost'),
    'a header that came twice': asked(line, host, 'X-Other: 1', 'X-Other: 2'),
    'a secret that came twice': asked(line, host, 'X-Service-Secret: a', 'X-Service-Secret: b'),
    'an expectation': asked(line, host, 'Expect: 100-continue'),
    'no Host': asked(line),
    'HTTP/1.0': asked(line.replace('1.1', '1.0'), host),
    'another method': asked(line.replace('POST', 'PUT'), host),
    'a query': asked(line.replace('events ', 'events?a=1 '), host),
    'another path': asked(line.replace('/events ', '/complete '), host),
    'another beginning of the path': asked(line.replace('/v1/', '/v2/'), host),
    'another end of the path': asked(line.replace('/events ', '/eventz '), host),
    'an id that is none of ours': asked(line.replace(session, 'ses_1'), host),
  };
  for (const [what, request] of Object.entries(others)) {
    assert.notEqual(await taken(request), 'fast', what);
  }
  close();
  assert.notEqual(await taken(asked(line, host)), 'fast', 'while the server is closing');
  server.close();
});
