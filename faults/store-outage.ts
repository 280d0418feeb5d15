import type { Fault } from './kit/fault.ts';
import { everyOutage } from './kit/outage.ts';
import { underLoad } from './kit/under-load.ts';

/** The database does not answer, answers 5 s late, or drops every connection. */
export const storeOutage: Fault = {
  name: 'store-outage',
  promise: 'R4',
  unit: 'seconds of each kind',
  arrangements: ['postgres', 'nats'],
  short: 3,
  full: 60,
  run: (run) =>
    underLoad(
      run,
      { world: { proxied: 'store' }, sessions: 4, writers: 4, duplicates: 0, patience: 300_000 },
      (scene) => everyOutage(scene, { seconds: run.count, health: 2000 }),
    ),
};
