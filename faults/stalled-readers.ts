import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { call } from './kit/answer.ts';
import { type Fault, pause, percentile } from './kit/fault.ts';
import { World } from './kit/world.ts';

const eventBytes = 250_000;
const batches = 8;
const eventsOfBatch = 4;

/** Connections that ask for the largest pages, for streams and for files, and then read nothing. */
export const stalledReaders: Fault = {
  name: 'stalled-readers',
  promise: 'R12',
  unit: 'connections that do not read',
  arrangements: ['sqlite'],
  short: 150,
  full: 1000,
  async run({ count }) {
    await using world = await World.create({ arrangement: 'sqlite' });
    const sessionId = await longSession(world);
    const token = await world.team.token();
    const page = `/v1/organizations/me/sessions/${sessionId}/events?limit=1000`;
    const paths = [page, page, page, `/v1/organizations/me/sessions/${sessionId}/stream`, '/cli.tgz'];
    const before = world.server.memory();
    const idle = await latency(world, 2000);
    const sockets = openSockets(world.server.pid);
    const begun = performance.now();
    const stalled = Array.from({ length: count }, (_, number) =>
      stall(world.url, paths[number % paths.length] as string, token),
    );
    let peak = before;
    let most = 0;
    let over = false;
    const watch = (async () => {
      while (!over) {
        peak = Math.max(peak, world.server.memory());
        most = Math.max(most, openSockets(world.server.pid) - sockets);
        await pause(20);
      }
    })();
    const busy = await latency(world, 5000);
    // Two for the one who asks meanwhile.
    while (openSockets(world.server.pid) > sockets + 2 && performance.now() - begun < 90_000)
      await pause(100);
    const left = openSockets(world.server.pid) - sockets;
    const seconds = (performance.now() - begun) / 1000;
    over = true;
    await watch;
    for (const socket of stalled) socket.destroy();
    const figures = {
      connections: count,
      'open at once': most,
      'all dropped after s': seconds.toFixed(1),
      'before MB': Math.round(before),
      'peak MB': Math.round(peak),
      'p99 idle ms': Math.round(idle),
      'p99 meanwhile ms': Math.round(busy),
    };
    assert.ok(peak - before <= 450, JSON.stringify(figures));
    assert.ok(most >= count / 5, JSON.stringify(figures));
    assert.ok(left <= 2 && seconds <= 80, JSON.stringify(figures));
    return figures;
  },
};

async function longSession(world: World): Promise<string> {
  const sessionId = await world.openSession();
  const payload = 'x'.repeat(eventBytes);
  const events = Array.from({ length: eventsOfBatch }, () => ({ eventType: 'e', payload }));
  for (let batch = 0; batch < batches; batch++) {
    const answer = await call(world.url, {
      path: `/v1/sessions/${sessionId}/events`,
      credential: world.team.secret,
      body: { events },
    });
    assert.equal(answer.status, 200, answer.body);
  }
  return sessionId;
}

/** Asks and reads nothing. Stays until it is destroyed here. */
function stall(url: string, path: string, token: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname, () => {
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    );
  });
  socket.pause();
  socket.on('error', () => {});
  return socket;
}

/** How many sockets the server has open: who does not read does not learn that it was dropped. */
function openSockets(pid: number | undefined): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((fd) => {
    try {
      return readlinkSync(`${folder}/${fd}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
}

async function latency(world: World, milliseconds: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    times.push((await call(world.url, { path: '/config' })).milliseconds);
    await pause(20);
  }
  return percentile(times, 0.99);
}
