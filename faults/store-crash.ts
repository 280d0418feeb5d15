import assert from 'node:assert/strict';
import { type Fault, pause } from './kit/fault.ts';
import { Recoveries, untilAccepted } from './kit/recovery.ts';
import { underLoad } from './kit/under-load.ts';

/** PostgreSQL is stopped without a chance to finish and started again; the server must live through it. */
export const storeCrash: Fault = {
  name: 'store-crash',
  promise: 'R2',
  unit: 'kills',
  // SQLite's writer lives in the server: server-crash kills it in the middle of its transactions.
  arrangements: ['postgres', 'nats'],
  short: 3,
  full: 200,
  run: (run) =>
    underLoad(run, {}, async ({ world: { server, postgres }, world }) => {
      const { pid } = server;
      const recoveries = new Recoveries();
      for (let kill = 0; kill < run.count; kill++) {
        await pause(run.random.between(150, 850));
        await postgres?.crash();
        await postgres?.start();
        await recoveries.add(untilAccepted(world));
      }
      assert.ok(server.running && server.pid === pid, 'the server ended by itself');
      return { kills: run.count, ...recoveries.figures() };
    }),
};
