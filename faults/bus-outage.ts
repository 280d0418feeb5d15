import assert from 'node:assert/strict';
import { type Fault, type Figures, pause, settle } from './kit/fault.ts';
import { Ledger } from './kit/ledger.ts';
import { startLoad } from './kit/load.ts';
import { World } from './kit/world.ts';
import { untilAccepted } from './store-crash.ts';
import { outage } from './store-outage.ts';

/** The bus is away, silent or slow. */
export const busOutage: Fault = {
  name: 'bus-outage',
  promise: 'R5',
  unit: 'seconds of each kind',
  arrangements: ['nats'],
  short: 3,
  full: 60,
  async run({ count, random }) {
    await using world = await World.create({ arrangement: 'nats', proxied: 'bus' });
    const sessions = await Promise.all(Array.from({ length: 4 }, () => world.openSession()));
    const ledger = new Ledger();
    const { secret } = world.team;
    const load = startLoad({
      url: () => world.url,
      secret,
      sessions,
      writers: 4,
      ledger,
      random,
      patience: 300_000,
    });
    await pause(1000);
    let figures: Figures = {};
    for (const trouble of ['refuse', 'stall', 'slow', 'reset'] as const) {
      // Reading still works without the bus, so the server does not call itself unwell.
      figures = { ...figures, ...(await outage(world, trouble, count, ledger, { health: false })) };
    }
    await load.stop();
    return { ...figures, ...(await settle(world, ledger)) };
  },
};

/** The bus is killed and started again under load. */
export const busCrash: Fault = {
  name: 'bus-crash',
  promise: 'R5',
  unit: 'kills',
  arrangements: ['nats'],
  short: 3,
  full: 200,
  async run({ count, random }) {
    await using world = await World.create({ arrangement: 'nats' });
    const sessions = await Promise.all(Array.from({ length: 8 }, () => world.openSession()));
    const ledger = new Ledger();
    const { secret } = world.team;
    const load = startLoad({
      url: () => world.url,
      secret,
      sessions,
      writers: 16,
      ledger,
      random,
      duplicates: 0.1,
    });
    let slowest = 0;
    for (let kill = 0; kill < count; kill++) {
      await pause(random.between(150, 850));
      await world.nats?.crash();
      await world.nats?.start();
      slowest = Math.max(
        slowest,
        await untilAccepted(world, `/v1/sessions/${await world.openSession()}/complete`),
      );
    }
    await load.stop();
    assert.ok(slowest <= 5000, `accepted again only after ${slowest} ms`);
    return { kills: count, ...(await settle(world, ledger)), 'slowest recovery ms': Math.round(slowest) };
  },
};

/** Everything on the bus is delivered again, several times, while more comes. */
export const redelivery: Fault = {
  name: 'redelivery',
  promise: 'R5',
  unit: 'batches, each delivered 3 times more',
  arrangements: ['nats'],
  short: 1000,
  full: 10_000,
  async run({ count, random }) {
    await using world = await World.create({ arrangement: 'nats' });
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
    let rewinds = 0;
    for (const share of [0.25, 0.5, 1]) {
      while (ledger.acknowledged < count * share) await pause(20);
      if (share === 1) await load.stop();
      await world.query('update bus_position set sequence = 0');
      rewinds++;
    }
    return { rewinds, ...(await settle(world, ledger)) };
  },
};
