import assert from 'node:assert/strict';
import { call } from './kit/answer.ts';
import { type Fault, pause, percentile, settle } from './kit/fault.ts';
import { Ledger } from './kit/ledger.ts';
import { batchOf, sendOnce } from './kit/load.ts';
import type { Random } from './kit/random.ts';
import { World } from './kit/world.ts';

/** 64 writers on one session; then sessions that are completed in the middle of appends. */
export const concurrency: Fault = {
  name: 'concurrency',
  promise: 'R9',
  unit: 'batches of 50 events (and a twentieth as many races with complete)',
  arrangements: ['sqlite', 'postgres', 'nats'],
  short: 400,
  full: 20_000,
  async run({ arrangement, count, random }) {
    await using world = await World.create({ arrangement });
    const ledger = new Ledger();
    const base = { url: () => world.url, secret: world.team.secret, ledger };
    const hot = await world.openSession();
    let number = 0;
    await Promise.all(
      Array.from({ length: 64 }, async () => {
        while (number < count) {
          const key = `hot-${number++}`;
          const sent = ledger.plan(hot, key, 50);
          while (sent.answers.size === 0) await sendOnce(base, hot, sent, batchOf(key, 50, 100));
        }
      }),
    );
    const slow = percentile(ledger.milliseconds, 0.99);
    const races = Math.ceil(count / 20);
    let refused = 0;
    for (let race = 0; race < races; race++) {
      refused += await raceWithComplete(world, ledger, race, random);
    }
    return {
      ...(await settle(world, ledger)),
      races,
      'refused after close': refused,
      'p99 ms': Math.round(slow),
    };
  },
};

/** What was acknowledged stays, everything after the close is refused, and the count is exact. */
async function raceWithComplete(world: World, ledger: Ledger, race: number, random: Random): Promise<number> {
  const { secret } = world.team;
  const sessionId = await world.openSession();
  const base = { url: () => world.url, secret, ledger };
  let refused = 0;
  const appends = Array.from({ length: 6 }, async (_, index) => {
    const key = `race-${race}-${index}`;
    const sent = ledger.plan(sessionId, key, 3);
    await pause(random.between(0, 8));
    const status = await sendOnce(base, sessionId, sent, batchOf(key, 3, 20));
    if (status === 409) refused++;
  });
  await pause(random.between(0, 4));
  const completed = await call(world.url, {
    path: `/v1/sessions/${sessionId}/complete`,
    credential: secret,
    body: {},
  });
  assert.equal(completed.status, 200, `complete: ${completed.status} ${completed.body}`);
  const late = ledger.plan(sessionId, `race-${race}-late`, 1);
  const status = await sendOnce(base, sessionId, late, batchOf(`race-${race}-late`, 1, 20));
  assert.equal(status, 409, 'an append after the close was not refused');
  await Promise.all(appends);
  return refused + 1;
}
