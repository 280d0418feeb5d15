import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { call } from './kit/answer.ts';
import { type Fault, pause, percentile } from './kit/fault.ts';
import { World } from './kit/world.ts';

/** Sockets that send a byte every few seconds: each is closed in time, and others hardly notice. */
export const slowLoris: Fault = {
  name: 'slow-loris',
  promise: 'R12',
  unit: 'sockets, half in the headers and half in the body',
  arrangements: ['sqlite'],
  short: 100,
  full: 2000,
  async run({ count }) {
    await using world = await World.create({ arrangement: 'sqlite' });
    const idle = await latency(world, 3);
    const { hostname, port } = new URL(world.url);
    const open: Promise<number>[] = [];
    const kinds: ('headers' | 'body')[] = [];
    for (let number = 0; number < count; number++) {
      const kind = number % 2 ? 'headers' : 'body';
      kinds.push(kind);
      open.push(drip(connect(Number(port), hostname), kind, world.team.secret));
    }
    const busy = await latency(world, 10);
    const lives = await Promise.all(open);
    const longest = (kind: string) => Math.max(...lives.filter((_, index) => kinds[index] === kind));
    assert.ok(longest('headers') <= 36, `headers: open for ${longest('headers')} s`);
    assert.ok(longest('body') <= 66, `body: open for ${longest('body')} s`);
    // Twice as slow as idle, but a few milliseconds are the noise of any machine.
    assert.ok(busy <= Math.max(idle * 2, idle + 50), `p99 ${busy} ms against ${idle} ms idle`);
    return {
      sockets: count,
      'headers closed after s': longest('headers').toFixed(1),
      'body closed after s': longest('body').toFixed(1),
      'p99 idle ms': Math.round(idle),
      'p99 meanwhile ms': Math.round(busy),
    };
  },
};

/** Seconds until the server closed it. */
function drip(socket: Socket, kind: 'headers' | 'body', secret: string): Promise<number> {
  const begun = performance.now();
  const start =
    kind === 'headers'
      ? 'POST /v1/sessions HTTP/1.1\r\nHost: x\r\nX-Slow: '
      : `POST /v1/sessions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;
  return new Promise((resolve) => {
    const timer = setInterval(() => socket.writable && socket.write('{'), 5000);
    socket.on('connect', () => socket.write(start));
    socket.on('error', () => {});
    socket.resume();
    socket.on('close', () => {
      clearInterval(timer);
      resolve((performance.now() - begun) / 1000);
    });
  });
}

async function latency(world: World, seconds: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const path = `/v1/environments/${world.team.environmentId}/heartbeat`;
    times.push((await call(world.url, { path, credential: world.team.secret, body: {} })).milliseconds);
    await pause(10);
  }
  return percentile(times, 0.99);
}
