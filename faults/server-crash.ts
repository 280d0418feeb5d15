import { type Fault, pause, settle } from './kit/fault.ts';
import { Ledger } from './kit/ledger.ts';
import { startLoad } from './kit/load.ts';
import { World } from './kit/world.ts';

/** The server is killed at random moments of the ingest and started again. */
export const serverCrash: Fault = {
  name: 'server-crash',
  promise: 'R1',
  unit: 'kills',
  arrangements: ['sqlite', 'postgres', 'nats'],
  short: 4,
  full: 1000,
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
    const starts: number[] = [];
    for (let kill = 0; kill < count; kill++) {
      world.server.prepare();
      await pause(random.between(150, 850));
      await world.server.end('SIGKILL');
      const begun = performance.now();
      await world.server.start();
      starts.push(performance.now() - begun);
    }
    await pause(300);
    await load.stop();
    const back = Math.round(Math.max(...starts));
    return { kills: count, ...(await settle(world, ledger)), 'slowest start ms': back };
  },
};
