import { type Fault, pause, settle } from './kit/fault.ts';
import { Ledger } from './kit/ledger.ts';
import { startLoad } from './kit/load.ts';
import { World } from './kit/world.ts';

/** The process that writes from the bus to the database is killed at random moments; the server only publishes. */
export const persisterCrash: Fault = {
  name: 'persister-crash',
  promise: 'R6',
  unit: 'kills',
  arrangements: ['nats'],
  short: 4,
  full: 200,
  async run({ count, random }) {
    await using world = await World.create({ arrangement: 'nats', env: { PERSISTER: 'off' } });
    const persister = await world.beside({ args: ['persist'], env: { PERSISTER: 'on' } });
    const sessions = await Promise.all(Array.from({ length: 8 }, () => world.openSession()));
    const ledger = new Ledger();
    const load = startLoad({
      url: () => world.url,
      secret: world.team.secret,
      sessions,
      writers: 8,
      ledger,
      random,
      duplicates: 0.1,
    });
    let moved = 0;
    let last = 0;
    for (let kill = 0; kill < count; kill++) {
      persister.launch();
      persister.prepare();
      // Only a persister that writes can be killed between one thing and the next.
      const deadline = Date.now() + 60_000;
      for (;;) {
        const [row] = await world.query<{ sequence: string }>('select sequence from bus_position');
        if (Number(row?.sequence) > last) break;
        if (Date.now() > deadline) throw new Error(`the persister does nothing: ${persister.said}`);
        await pause(20);
      }
      await pause(random.between(0, 300));
      await persister.end('SIGKILL');
      const [row] = await world.query<{ sequence: string }>('select sequence from bus_position');
      if (Number(row?.sequence) > last) moved++;
      last = Number(row?.sequence);
      // The next one has to wait for the end of the dead one's turn; mostly that is brought forward, to save time.
      if (kill % 10 > 0) await world.query('update bus_position set held_until = 0');
    }
    await load.stop();
    persister.launch();
    return { kills: count, 'while writing': moved, ...(await settle(world, ledger)) };
  },
};
