import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { answersIn } from '../packages/server/testing/http/raw.ts';
import type { Fault } from './kit/fault.ts';
import { LoadBalancer } from './kit/haproxy.ts';
import { World } from './kit/world.ts';

const smuggled = 'GET /config HTTP/1.1\r\nHost: x\r\n\r\n';
const post = (headers: string, body: string) =>
  `POST /v1/sessions HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${body}`;

/** Requests about whose end two readers could disagree; none may be answered more than once. */
const cases: Record<string, string> = {
  'length and chunked': post('Content-Length: 4\r\nTransfer-Encoding: chunked', `0\r\n\r\n${smuggled}`),
  'chunked and length': post('Transfer-Encoding: chunked\r\nContent-Length: 4', `0\r\n\r\n${smuggled}`),
  'two lengths': post('Content-Length: 0\r\nContent-Length: 40', smuggled),
  'two lengths in one': post('Content-Length: 0, 40', smuggled),
  xchunked: post('Transfer-Encoding: xchunked', `0\r\n\r\n${smuggled}`),
  'chunked, identity': post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${smuggled}`),
  'chunked twice': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked', `0\r\n\r\n${smuggled}`),
  'tab before chunked': post('Transfer-Encoding:\tchunked\r\nContent-Length: 4', `0\r\n\r\n${smuggled}`),
  'space before colon': post('Transfer-Encoding : chunked', `0\r\n\r\n${smuggled}`),
  'folded header': post('Transfer-Encoding:\r\n chunked\r\nContent-Length: 4', `0\r\n\r\n${smuggled}`),
  'plus sign': post('Content-Length: +0', smuggled),
  'minus sign': post('Content-Length: -1', smuggled),
  'hexadecimal length': post('Content-Length: 0x0', smuggled),
  'length with a space': post('Content-Length: 0 0', smuggled),
  'bare line feeds': `POST /v1/sessions HTTP/1.1\nHost: x\nContent-Length: 0\n\n${smuggled}`,
  'bare carriage return': post('X-A: b\rContent-Length: 0', smuggled),
  'nul in a header': post('X-A: \0', smuggled),
  'chunk size with sign': post('Transfer-Encoding: chunked', `+0\r\n\r\n${smuggled}`),
  'two hosts': `GET /v1/agents HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n`,
  'HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
};

/** HAProxy takes these for two requests in a row and sends them on as such: nobody is misled. */
const twoInARow = new Set(['bare line feeds', 'nul in a header']);

/** The same directly and behind HAProxy. */
export const smuggling: Fault = {
  name: 'smuggling',
  promise: 'R16',
  unit: 'times each case, directly and behind HAProxy',
  arrangements: ['sqlite'],
  short: 1,
  full: 5,
  async run({ count }) {
    await using world = await World.create({ arrangement: 'sqlite' });
    const balancer = await LoadBalancer.before([world.url]);
    try {
      const through: string[] = [];
      let sent = 0;
      for (let time = 0; time < count; time++) {
        for (const [where, url] of [
          ['direct', world.url],
          ['HAProxy', balancer.url],
        ] as const) {
          for (const [name, bytes] of Object.entries(cases)) {
            if (where === 'HAProxy' && twoInARow.has(name)) continue;
            sent++;
            const answers = answersIn(await converse(url, bytes));
            // The smuggled request asks for /config, which answers 200: nobody asked for that.
            if (answers.some(({ status }) => status === 200)) through.push(`${where}: ${name}`);
            if (where === 'direct' && answers.length > 1) through.push(`${where}: ${name} answered twice`);
          }
        }
      }
      assert.deepEqual(through, []);
      return { cases: sent, 'got through': 0 };
    } finally {
      await balancer.end();
    }
  },
};

/** All that comes back within a moment: a connection that stays open has answered what it is going to answer. */
function converse(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
    setTimeout(() => socket.destroy(), 1000);
  });
}
