import type { Fault } from './kit/fault.ts';
import { everyOutage } from './kit/outage.ts';
import { underLoad } from './kit/under-load.ts';

/** The bus is away, silent or slow. */
export const busOutage: Fault = {
  name: 'bus-outage',
  promise: 'R5',
  unit: 'seconds of each kind',
  arrangements: ['nats'],
  short: 3,
  full: 60,
  run: (run) =>
    underLoad(
      run,
      { world: { proxied: 'bus' }, sessions: 4, writers: 4, duplicates: 0, patience: 300_000 },
      // Reading still works without the bus, but a server that takes no events is not one to send them to (P1).
      // Of a slow bus it learns by an append that took 2 s, and a look at the health counts for one.
      (scene) => everyOutage(scene, { seconds: run.count, health: 4000 }),
    ),
};
