import assert from 'node:assert/strict';
import { call } from './answer.ts';
import { type Figures, pause, percentile } from './fault.ts';
import type { Trouble } from './proxy.ts';
import { completion, untilAccepted } from './recovery.ts';
import type { Scene } from './under-load.ts';

interface OutageOptions {
  seconds: number;
  /** Within how many milliseconds /health has to say so. */
  health: number;
}

/** Everything that can befall a connection, one after the other. */
export async function everyOutage(scene: Scene, options: OutageOptions): Promise<Figures> {
  await pause(1000);
  let figures: Figures = {};
  for (const trouble of ['refuse', 'stall', 'slow', 'reset'] as const) {
    figures = { ...figures, ...(await outage(scene, trouble, options)) };
  }
  return figures;
}

/** What the service does while something it depends on is away: answers at once, grows no memory, comes back. */
async function outage(
  { world, ledger }: Scene,
  trouble: Trouble,
  { seconds, health }: OutageOptions,
): Promise<Figures> {
  const { proxy, server, team } = world;
  if (!proxy) throw new Error('no proxy');
  const sessionId = await world.openSession();
  const before = server.memory();
  proxy.set(trouble, 5000);
  const begun = performance.now();
  const refusals: number[] = [];
  let healthAfter = Number.POSITIVE_INFINITY;
  let number = 0;
  const elapsed = () => performance.now() - begun;
  // Long enough for /health to notice, however short the run.
  while (elapsed() < seconds * 1000 || (healthAfter > health && elapsed() <= health)) {
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
  await untilAccepted(world, await completion(world));
  const back = performance.now() - returned;
  const slowest = percentile(refusals, 0.99);
  assert.ok(slowest <= 2500, `${trouble}: refused only after ${slowest} ms`);
  assert.ok(after - before <= 50, `${trouble}: memory grew from ${before} to ${after} MB`);
  assert.ok(healthAfter <= health, `${trouble}: /health said so only after ${healthAfter} ms`);
  assert.ok(back <= 5000, `${trouble}: back only after ${back} ms`);
  return {
    [`${trouble} refused`]: refusals.length,
    [`${trouble} p99 ms`]: Math.round(slowest),
    [`${trouble} MB`]: Math.round(after - before),
    [`${trouble} back ms`]: Math.round(back),
  };
}
