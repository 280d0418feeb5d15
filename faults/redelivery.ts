import { type Fault, pause } from './kit/fault.ts';
import { underLoad } from './kit/under-load.ts';

/** Everything on the bus is delivered again, several times, while more comes. */
export const redelivery: Fault = {
  name: 'redelivery',
  promise: 'R5',
  unit: 'batches, each delivered 3 times more',
  arrangements: ['nats'],
  short: 1000,
  full: 10_000,
  run: (run) =>
    underLoad(run, {}, async ({ world, ledger, load }) => {
      let rewinds = 0;
      for (const share of [0.25, 0.5, 1]) {
        while (ledger.acknowledged < run.count * share) await pause(20);
        if (share === 1) await load.stop();
        await world.query('update bus_position set sequence = 0');
        rewinds++;
      }
      return { rewinds };
    }),
};
