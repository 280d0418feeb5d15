import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { it } from 'node:test';
import { Connections } from './connections.ts';

it('what is idle, or has asked nothing a second after it came, is closed again and again until the server is', async (test) => {
  test.mock.timers.enable({ apis: ['setInterval'] });
  let now = 5000;
  test.mock.method(performance, 'now', () => now);
  let sweeps = 0;
  const server = Object.assign(new EventEmitter(), { closeIdleConnections: () => sweeps++ });
  const connections = new Connections(server as unknown as Server);
  const connect = (bytesRead: number) => {
    const socket = Object.assign(new EventEmitter(), { bytesRead, isClosed: false, destroy: () => {} });
    socket.destroy = () => {
      socket.isClosed = true;
    };
    server.emit('connection', socket);
    return socket;
  };
  const [silent, busy, gone] = [connect(0), connect(1), connect(0)];
  gone.emit('close');
  now += 1000;
  const late = connect(0);
  const closed = Promise.withResolvers<void>();
  const over = connections.closeUnused(closed.promise);
  const state = () => [silent, busy, gone, late].map(({ isClosed }) => isClosed);
  test.mock.timers.tick(100);
  assert.deepEqual([sweeps, state()], [1, [false, false, false, false]]);
  now += 1;
  test.mock.timers.tick(100);
  assert.deepEqual([sweeps, state()], [2, [true, false, false, false]]);
  closed.resolve();
  await over;
  test.mock.timers.tick(1000);
  assert.equal(sweeps, 2);
});
