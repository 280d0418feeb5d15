import { call } from './kit/answer.ts';
import { type Fault, pause } from './kit/fault.ts';
import type { ServerProcess } from './kit/server-process.ts';
import { underLoad } from './kit/under-load.ts';
import type { World } from './kit/world.ts';

/**
 * A persister that is killed every second or two writes less than eight writers send. Past half of what the bus
 * remembers (150 s) appends are refused, as they should be, and the run would only wait.
 */
const rest = 80;

/** The process that writes from the bus to the database is killed at random moments; the server only publishes. */
export const persisterCrash: Fault = {
  name: 'persister-crash',
  promise: 'R6',
  unit: 'kills',
  arrangements: ['nats'],
  short: 4,
  full: 200,
  run: (run) =>
    underLoad(run, { world: { env: { PERSISTER: 'off' } }, writers: 8, rest }, async ({ world, load }) => {
      const persister = await world.beside({ args: ['persist'], env: { PERSISTER: 'on' } });
      let moved = 0;
      let last = 0;
      for (let kill = 0; kill < run.count; kill++) {
        persister.launch();
        persister.prepare();
        // Only a persister that writes can be killed between one thing and the next.
        const deadline = Date.now() + 60_000;
        while ((await position(world)) <= last) {
          if (Date.now() > deadline) throw new Error(`the persister does nothing: ${persister.said}`);
          await pause(20);
        }
        await pause(run.random.between(0, 300));
        await persister.end('SIGKILL');
        const reached = await position(world);
        if (reached > last) moved++;
        last = reached;
        // The next one has to wait for the end of the dead one's turn; mostly that is brought forward, to save time.
        if (kill % 10 > 0) await world.query('update bus_position set held_until = 0');
      }
      await load.stop();
      const folded = await untilFolded(world, persister);
      return { kills: run.count, 'while writing': moved, 'folded after ms': Math.round(folded) };
    }),
};

async function position(world: World): Promise<number> {
  const [row] = await world.query<{ sequence: string }>('select sequence from bus_position');
  return Number(row?.sequence);
}

/** The server looks by itself for what it has not folded, but only once a minute. */
const soon = 20_000;

/**
 * Milliseconds until the server, which only publishes, has folded events that another process writes: one that was sent
 * long before that process came back, and one that is sent while it is there.
 */
async function untilFolded(world: World, persister: ServerProcess): Promise<number> {
  const sessionId = await world.openSession();
  const append = async (text: string) => {
    const { status } = await call(world.url, {
      path: `/v1/sessions/${sessionId}/events`,
      credential: world.team.secret,
      key: text,
      body: { events: [{ eventType: 'user', payload: { message: { role: 'user', content: text } } }] },
    });
    if (status !== 202) throw new Error(`not taken: ${status}`);
  };
  const path = `/v1/organizations/me/sessions/${sessionId}/transcript`;
  const folded = async (sequence: number) => {
    for (const begun = performance.now(); ; await pause(50)) {
      const credential = await world.team.token();
      const { body } = await call(world.url, { path, credential });
      const took = performance.now() - begun;
      if (JSON.parse(body).foldedTo >= sequence) return took;
      if (took > soon) throw new Error(`not there after ${took} ms: ${body.slice(0, 300)}`);
    }
  };
  await append('before');
  // Longer than the server waits after an append before it looks.
  await pause(3_000);
  persister.launch();
  const first = await folded(1);
  await append('after');
  return Math.max(first, await folded(2));
}
