import assert from 'node:assert/strict';
import { it } from 'node:test';
import { testStorage } from '../../../testing/storage.ts';
import { defaultRateLimits, RateLimited, RateLimiter } from './rate-limit.ts';
import { RateSharing } from './rate-sharing.ts';

it('several processes on one PostgreSQL keep one limit', async () => {
  await using storage = await testStorage('postgres');
  const { exchangeRates } = storage;
  assert.ok(exchangeRates);
  const processes = Array.from({ length: 3 }, () => {
    const limiter = new RateLimiter({ ...defaultRateLimits, secret: 30 });
    return { limiter, sharing: new RateSharing(limiter, exchangeRates) };
  });
  const now = Date.now();
  const took = { first: 0, second: 0 };
  for (let round = 0; round < 6; round++) {
    for (const { limiter, sharing } of processes) {
      for (let request = 0; request < 3; request++) {
        try {
          limiter.take('secret', 'sec_1');
          took.first++;
        } catch (error) {
          assert.ok(error instanceof RateLimited);
        }
      }
      limiter.take('secret', 'sec_2');
      took.second++;
      await sharing.share(now);
    }
  }
  // Each round adds 9 for the first; what was counted between two exchanges may go over.
  assert.ok(took.first >= 30 && took.first <= 39, `${took.first} of 30 got through`);
  assert.equal(took.second, 18);
  for (const { sharing } of processes) await sharing.stop();
});

/** One process of several: `others` is what the rest of them counted for a key. */
function oneOfSeveral(limit: number) {
  const limiter = new RateLimiter({ ...defaultRateLimits, secret: limit });
  const told: [minute: number, counted: object[]][] = [];
  const state = { others: 0, own: 0, fails: false };
  const sharing = new RateSharing(limiter, async (minute, counted) => {
    told.push([minute, [...counted]]);
    if (state.fails) throw new Error('away');
    for (const { points } of counted) state.own += points;
    return new Map(counted.map(({ key }) => [key, state.own + state.others]));
  });
  /** How many of so many requests get through. */
  const take = (count: number) => {
    let passed = 0;
    for (let request = 0; request < count; request++) {
      try {
        limiter.take('secret', 'sec_1');
        passed++;
      } catch (error) {
        assert.ok(error instanceof RateLimited);
      }
    }
    return passed;
  };
  return { sharing, state, told, take };
}

it('what others counted is added once, however often it is heard', async () => {
  const { sharing, state, told, take } = oneOfSeveral(20);
  take(2);
  state.others = 5;
  await sharing.share(60_000);
  assert.deepEqual(told, [[1, [{ key: 'secret sec_1', points: 2 }]]]);
  take(2);
  await sharing.share(61_000);
  assert.deepEqual(told[1], [1, [{ key: 'secret sec_1', points: 2 }]], 'only what is new is told');
  take(2);
  state.others = 8;
  await sharing.share(62_000);
  // Six of its own and eight of others.
  assert.equal(take(100), 6);
  await sharing.stop();
});

it('nothing is exchanged when nothing was counted; in the next minute it begins anew', async () => {
  const { sharing, state, told, take } = oneOfSeveral(20);
  await sharing.share(60_000);
  assert.deepEqual(told, []);
  take(1);
  state.others = 3;
  await sharing.share(60_000);
  Object.assign(state, { own: 0, others: 2 });
  take(1);
  await sharing.share(120_000);
  assert.equal(told[1]?.[0], 2);
  // Two of its own, three of others and two more in the new minute.
  assert.equal(take(100), 13);
  await sharing.stop();
});

it('a total below what was told counts as none of others', async () => {
  const { sharing, state, take } = oneOfSeveral(20);
  take(5);
  state.others = -4;
  await sharing.share(60_000);
  assert.equal(take(100), 15);
  await sharing.stop();
});

it('shares every two seconds, once at a time, also after an exchange that failed, until it is stopped', async (test) => {
  test.mock.timers.enable({ apis: ['setInterval'] });
  const { sharing, state, told, take } = oneOfSeveral(20);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  state.fails = true;
  take(1);
  test.mock.timers.tick(1999);
  assert.equal(told.length, 0);
  test.mock.timers.tick(1);
  assert.equal(told.length, 1);
  take(1);
  test.mock.timers.tick(2000);
  assert.equal(told.length, 1, 'the first is still under way');
  await settled();
  test.mock.timers.tick(2000);
  assert.equal(told.length, 2);
  await settled();
  await sharing.stop();
  take(1);
  test.mock.timers.tick(2000);
  assert.equal(told.length, 2);
});
