import { type Fault, pause } from './kit/fault.ts';
import { completion, Recoveries, untilAccepted } from './kit/recovery.ts';
import { underLoad } from './kit/under-load.ts';

/** The bus is killed and started again under load. */
export const busCrash: Fault = {
  name: 'bus-crash',
  promise: 'R5',
  unit: 'kills',
  arrangements: ['nats'],
  short: 3,
  full: 200,
  run: (run) =>
    underLoad(run, {}, async ({ world }) => {
      const recoveries = new Recoveries();
      for (let kill = 0; kill < run.count; kill++) {
        await pause(run.random.between(150, 850));
        await world.nats?.crash();
        await world.nats?.start();
        await recoveries.add(untilAccepted(world, await completion(world)));
      }
      return { kills: run.count, ...recoveries.figures() };
    }),
};
