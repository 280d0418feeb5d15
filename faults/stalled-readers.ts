import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { slowness } from '../scripts/test/slowness.ts';
import { call } from './kit/answer.ts';
import { type Fault, pause, percentile } from './kit/fault.ts';
import { createTeam, type Team } from './kit/team.ts';
import { World } from './kit/world.ts';

const eventBytes = 250_000;
const batches = 9;
const eventsOfBatch = 4;
const organizations = 10;

/** Set before the first run, but for the seconds: those were 36 and left out the time in line. */
const bounds = {
  /** Memory of the server above what it had before. */
  megabytes: 300,
  /** A request waits up to 5 s for its turn and a reader has 30 s; the rest is for the sweep and a busy machine. */
  seconds: 40,
  /** What somebody else may wait longer than on an idle server, as with bodies made to hurt (R13). */
  milliseconds: 250,
};

/**
 * Connections of several organizations that ask for the largest pages (an export asks for the same), for streams with
 * much to catch up on and for files, and then read nothing. All are open before the first of them asks.
 */
export const stalledReaders: Fault = {
  name: 'stalled-readers',
  promise: 'R12',
  unit: 'connections that do not read',
  arrangements: ['sqlite'],
  short: 150,
  full: 1000,
  async run({ count }) {
    await using world = await World.create({ arrangement: 'sqlite' });
    const ownSession = await world.openSession();
    const requests = await hostileRequests(world);
    await latency(world, ownSession, 1000);
    const before = world.server.memory();
    const idle = await latency(world, ownSession, 5000);
    const sockets = await Promise.all(Array.from({ length: count }, () => open(world.url)));
    const ports = new Set(sockets.map(({ localPort }) => localPort as number));
    const held = () => heldConnections(Number(new URL(world.url).port), ports);
    // Connections that the server has not taken yet are nobody's.
    for (const end = performance.now() + 10_000; held() < count && performance.now() < end; ) await pause(20);
    const most = held();
    const begun = performance.now();
    for (const [index, socket] of sockets.entries()) {
      socket.write(requests[index % requests.length] as string);
    }
    let peak = before;
    let over = false;
    const watch = (async () => {
      for (; !over; await pause(20)) peak = Math.max(peak, world.server.memory());
    })();
    const busy = await latency(world, ownSession, 10_000);
    while (held() > 0 && performance.now() - begun < 90_000) await pause(100);
    const seconds = (performance.now() - begun) / 1000;
    const left = held();
    over = true;
    await watch;
    for (const socket of sockets) socket.destroy();
    const figures = {
      connections: count,
      'open at once': most,
      'still open at the end': left,
      'all dropped after s': seconds.toFixed(1),
      'before MB': Math.round(before),
      'peak MB': Math.round(peak),
      'p99 idle ms': Math.round(idle),
      'p99 meanwhile ms': Math.round(busy),
    };
    const told = JSON.stringify(figures);
    assert.equal(most, count, told);
    assert.equal(left, 0, told);
    assert.ok(seconds <= bounds.seconds, told);
    assert.ok(peak - before <= bounds.megabytes, told);
    assert.ok(busy <= Math.max(idle * 2, idle + bounds.milliseconds * slowness()), told);
    return figures;
  },
};

/** What the stalled connections send, in turn. */
async function hostileRequests(world: World): Promise<string[]> {
  const requests: string[] = [];
  for (let number = 0; number < organizations; number++) {
    const team = await createTeam(world.url, world.issuer, `Hostile ${number}`);
    const session = `/v1/organizations/me/sessions/${await longSession(world, team)}`;
    const page = `${session}/events?limit=200`;
    for (const path of [page, page, page, `${session}/stream`, '/cli.tgz']) {
      requests.push(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await team.token()}\r\n` +
          'Connection: close\r\n\r\n',
      );
    }
  }
  return requests;
}

/** More events than fit a page of 8 MB. */
async function longSession(world: World, team: Team): Promise<string> {
  const { environmentId, installationId, secret } = team;
  const opened = await call(world.url, {
    path: '/v1/sessions',
    credential: secret,
    body: { environmentId, agentInstallationId: installationId },
  });
  const { sessionId } = JSON.parse(opened.body);
  const payload = 'x'.repeat(eventBytes);
  const events = Array.from({ length: eventsOfBatch }, () => ({ eventType: 'e', payload }));
  for (let batch = 0; batch < batches; batch++) {
    const answer = await call(world.url, {
      path: `/v1/sessions/${sessionId}/events`,
      credential: secret,
      body: { events },
    });
    assert.equal(answer.status, 200, answer.body);
  }
  return sessionId;
}

/** Reads nothing, whatever comes, until it is destroyed here. */
async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  return socket;
}

/**
 * How many of these connections the server still has open, by the table of the operating system: who does not read
 * does not learn that it was dropped. A connection without an inode belongs to no process any more. The connections
 * of the one who asks meanwhile stay open for the next request, and are not among them.
 */
function heldConnections(serverPort: number, ports: ReadonlySet<number>): number {
  const portOf = (address: string) => Number.parseInt(address.slice(address.indexOf(':') + 1), 16);
  const rows = readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1);
  // The table changes while it is read, and may show a connection twice.
  const held = new Set<number>();
  for (const row of rows) {
    const [, local = '', remote = '', , , , , , , inode] = row.trim().split(/\s{1,20}/);
    const isOpen = inode !== undefined && inode !== '0';
    if (isOpen && portOf(local) === serverPort && ports.has(portOf(remote))) held.add(portOf(remote));
  }
  return held.size;
}

/** The slowest of a hundred requests of somebody who reads a page of their own session. */
async function latency(world: World, sessionId: string, milliseconds: number): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + milliseconds;
  const path = `/v1/organizations/me/sessions/${sessionId}/events`;
  const credential = await world.team.token();
  while (performance.now() < end) {
    const answer = await call(world.url, { path, credential });
    assert.equal(answer.status, 200, answer.body);
    times.push(answer.milliseconds);
    await pause(20);
  }
  return percentile(times, 0.99);
}
