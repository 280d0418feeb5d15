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
