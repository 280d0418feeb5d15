import assert from 'node:assert/strict';
import { call } from './kit/answer.ts';
import { type Fault, pause, settle } from './kit/fault.ts';
import { Ledger } from './kit/ledger.ts';
import { startLoad } from './kit/load.ts';
import { World } from './kit/world.ts';

/** PostgreSQL is stopped without a chance to finish and started again; the server must live through it. */
export const storeCrash: Fault = {
  name: 'store-crash',
  promise: 'R2',
  unit: 'kills',
  // SQLite's writer lives in the server: server-crash kills it in the middle of its transactions.
  arrangements: ['postgres', 'nats'],
  short: 3,
  full: 200,
  async run({ arrangement, count, random }) {
    await using world = await World.create({ arrangement });
    const sessions = await Promise.all(Array.from({ length: 8 }, () => world.openSession()));
    const ledger = new Ledger();
    const load = startLoad({
      url: () => world.url,
      secret: world.team.secret,
      sessions,
      writers: 16,
      ledger,
      random,
      duplicates: 0.1,
    });
    const { pid } = world.server;
    let slowest = 0;
    for (let kill = 0; kill < count; kill++) {
      await pause(random.between(150, 850));
      await world.postgres?.crash();
      await world.postgres?.start();
      slowest = Math.max(slowest, await untilAccepted(world));
    }
    await load.stop();
    assert.ok(world.server.running && world.server.pid === pid, 'the server ended by itself');
    assert.ok(slowest <= 5000, `accepted again only after ${slowest} ms`);
    return { kills: count, ...(await settle(world, ledger)), 'slowest recovery ms': Math.round(slowest) };
  },
};

/** Milliseconds until the server takes a batch again. */
export async function untilAccepted(world: World, path?: string): Promise<number> {
  const begun = performance.now();
  const { environmentId, secret } = world.team;
  for (;;) {
    const answer = await call(world.url, {
      method: 'POST',
      path: path ?? `/v1/environments/${environmentId}/heartbeat`,
      credential: secret,
      body: {},
      patience: 5000,
    }).catch(() => undefined);
    if (answer && answer.status < 300) return performance.now() - begun;
    if (performance.now() - begun > 30_000) throw new Error(`not accepted again: ${answer?.status}`);
    await pause(20);
  }
}
