import { type Fault, pause } from './kit/fault.ts';
import { underLoad } from './kit/under-load.ts';

/**
 * Each server lives for less than a second once it is well. On a busy machine, whose starts take half a minute, a batch
 * may have to meet many of them before one has the time for it.
 */
const patience = 600_000;

/** The server is killed at random moments of the ingest and started again. */
export const serverCrash: Fault = {
  name: 'server-crash',
  promise: 'R1',
  unit: 'kills',
  arrangements: ['sqlite', 'postgres', 'nats'],
  short: 4,
  full: 1000,
  run: (run) =>
    underLoad(run, { patience }, async ({ world: { server } }) => {
      let slowest = 0;
      for (let kill = 0; kill < run.count; kill++) {
        server.prepare();
        await pause(run.random.between(150, 850));
        await server.end('SIGKILL');
        const begun = performance.now();
        await server.start();
        slowest = Math.max(slowest, performance.now() - begun);
      }
      await pause(300);
      return { kills: run.count, 'slowest start ms': Math.round(slowest) };
    }),
};
