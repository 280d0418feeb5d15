import assert from 'node:assert/strict';
import { call } from './kit/answer.ts';
import { type Fault, type Figures, pause, percentile, settle } from './kit/fault.ts';
import { Ledger } from './kit/ledger.ts';
import { startLoad } from './kit/load.ts';
import type { Trouble } from './kit/proxy.ts';
import { World } from './kit/world.ts';
import { untilAccepted } from './store-crash.ts';

/** What the service does while something it depends on is away: answers at once, grows no memory, comes back. */
export async function outage(
  world: World,
  trouble: Trouble,
  seconds: number,
  ledger: Ledger,
  options: { health: boolean },
): Promise<Figures> {
  const { proxy, server, team } = world;
  if (!proxy) throw new Error('no proxy');
  const sessionId = await world.openSession();
  const before = server.memory();
  proxy.set(trouble, 5000);
  const begun = performance.now();
  const refusals: number[] = [];
  let healthAfter = options.health ? Number.POSITIVE_INFINITY : 0;
  let number = 0;
  while (performance.now() - begun < seconds * 1000) {
    const sends = Array.from({ length: 8 }, async () => {
      const key = `${trouble}-${begun}-${number++}`;
      const answer = await call(world.url, {
        path: `/v1/sessions/${sessionId}/events`,
        credential: team.secret,
        key,
        body: { events: [{ eventType: 'outage', payload: { key, index: 0 } }] },
      });
      if (answer.status === 503) refusals.push(answer.milliseconds);
      else ledger.unexpected.push(`${trouble}: ${answer.status} ${answer.body.slice(0, 200)}`);
    });
    const looked = call(world.url, { path: '/health' }).then((answer) => {
      if (answer.status === 503) healthAfter = Math.min(healthAfter, performance.now() - begun);
    });
    await Promise.all([...sends, looked]);
    await pause(50);
  }
  const after = server.memory();
  proxy.set('pass');
  const returned = performance.now();
  await untilAccepted(world, `/v1/sessions/${await sessionOf(world)}/complete`);
  const back = performance.now() - returned;
  const slowest = percentile(refusals, 0.99);
  assert.ok(slowest <= 2500, `${trouble}: refused only after ${slowest} ms`);
  assert.ok(after - before <= 50, `${trouble}: memory grew from ${before} to ${after} MB`);
  assert.ok(healthAfter <= 2000, `${trouble}: /health said so only after ${healthAfter} ms`);
  assert.ok(back <= 5000, `${trouble}: back only after ${back} ms`);
  return {
    [`${trouble} refused`]: refusals.length,
    [`${trouble} p99 ms`]: Math.round(slowest),
    [`${trouble} MB`]: Math.round(after - before),
    [`${trouble} back ms`]: Math.round(back),
  };
}

/** Opening may take a try or two right after the outage; that is part of the recovery. */
async function sessionOf(world: World): Promise<string> {
  const deadline = Date.now() + 5000;
  for (;;) {
    try {
      return await world.openSession();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(20);
    }
  }
}

/** The database does not answer, answers 5 s late, or drops every connection. */
export const storeOutage: Fault = {
  name: 'store-outage',
  promise: 'R4',
  unit: 'seconds of each kind',
  arrangements: ['postgres', 'nats'],
  short: 3,
  full: 60,
  async run({ arrangement, count, random }) {
    await using world = await World.create({ arrangement, proxied: 'store' });
    const sessions = await Promise.all(Array.from({ length: 4 }, () => world.openSession()));
    const ledger = new Ledger();
    const load = startLoad({
      url: () => world.url,
      secret: world.team.secret,
      sessions,
      writers: 4,
      ledger,
      random,
      patience: 300_000,
    });
    await pause(1000);
    let figures: Figures = {};
    for (const trouble of ['refuse', 'stall', 'slow', 'reset'] as const) {
      figures = { ...figures, ...(await outage(world, trouble, count, ledger, { health: true })) };
    }
    await load.stop();
    return { ...figures, ...(await settle(world, ledger)) };
  },
};
