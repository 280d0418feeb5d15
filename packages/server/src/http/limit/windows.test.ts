import assert from 'node:assert/strict';
import { it } from 'node:test';
import { defaultRateLimits, RateLimited, RateLimiter } from './rate-limit.ts';

it('windows are bounded: made-up addresses push out the oldest, and a busy key is still limited', () => {
  const limiter = new RateLimiter({ ...defaultRateLimits, public: 2 }, 100);
  for (let address = 0; address < 1000; address++) limiter.take('public', `2001:db8::${address}`);
  assert.equal(limiter.size, 100);
  limiter.take('public', 'busy');
  limiter.take('public', 'busy');
  assert.throws(() => limiter.take('public', 'busy'), RateLimited);
  assert.equal(limiter.size, 100);
});

it('windows that are over are removed within two minutes', (test) => {
  test.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const limiter = new RateLimiter(defaultRateLimits);
  for (let address = 0; address < 50; address++) limiter.take('public', `192.0.2.${address}`);
  assert.equal(limiter.size, 50);
  test.mock.timers.tick(61_000);
  limiter.take('public', '198.51.100.1');
  assert.equal(limiter.size, 1);
});
