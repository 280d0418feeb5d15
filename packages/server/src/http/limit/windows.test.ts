import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { defaultRateLimits, RateLimited, RateLimiter } from './rate-limit.ts';
import { RateSharing } from './rate-sharing.ts';

it('windows are bounded: made-up addresses push out the oldest, and a busy key is still limited', () => {
  const limiter = new RateLimiter({ ...defaultRateLimits, public: 2 }, 100);
  for (let address = 0; address < 1000; address++)
    limiter.take('public', `2001:db8:0:${address.toString(16)}::1`);
  assert.equal(limiter.size, 100);
  limiter.take('public', 'busy');
  limiter.take('public', 'busy');
  assert.throws(() => limiter.take('public', 'busy'), RateLimited);
  assert.equal(limiter.size, 100);
});

it('whoever has a /64 has one limit, on this server and as others hear of it; a secret’s name is no address', () => {
  const limiter = new RateLimiter({ ...defaultRateLimits, public: 2, failedAuthentication: 1, secret: 2 });
  limiter.counted(0);
  limiter.take('public', '2001:db8:1:2::1');
  limiter.take('public', '2001:db8:1:2:3:4:5:6');
  assert.throws(() => limiter.take('public', '2001:DB8:1:2::3'), RateLimited);
  limiter.take('public', '2001:db8:1:3::1');
  limiter.count('failedAuthentication', '2001:db8:1:2::1');
  assert.throws(() => limiter.check('failedAuthentication', '2001:db8:1:2::9'), RateLimited);
  limiter.check('failedAuthentication', '2001:db8:1:3::9');
  for (const key of ['2001:db8::1', '2001:db8::2']) limiter.take('secret', key, 2);
  assert.deepEqual(limiter.counted(3), [
    { name: 'public', key: '2001:db8:1:2', points: 3 },
    { name: 'failedAuthentication', key: '2001:db8:1:2', points: 1 },
    { name: 'secret', key: '2001:db8::1', points: 2 },
  ]);
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

it('a limit lets through as many as it says, a minute from the first on, and says when to come back', (test) => {
  test.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const limiter = new RateLimiter({ ...defaultRateLimits, public: 3 });
  const refusal = () => {
    try {
      limiter.take('public', 'a');
    } catch (error) {
      return error as RateLimited;
    }
    return undefined;
  };
  limiter.take('public', 'a', 2);
  test.mock.timers.tick(10_500);
  assert.equal(refusal(), undefined);
  const refused = refusal();
  assert.equal(refused?.retryAfter, 50);
  assert.deepEqual(refused?.headers, {
    'RateLimit-Policy': '"public";q=3;w=60',
    RateLimit: '"public";r=0;t=50',
  });
  limiter.take('public', 'b');
  limiter.take('user', 'a');
  test.mock.timers.tick(49_499);
  assert.equal(refusal()?.retryAfter, 1);
  test.mock.timers.tick(1);
  assert.equal(refusal(), undefined);
});

it('a check refuses from the limit on and counts nothing; a limit of 0 refuses nobody', () => {
  const limiter = new RateLimiter({ ...defaultRateLimits, failedAuthentication: 2, public: 0 });
  const check = () => limiter.check('failedAuthentication', 'a');
  for (let turn = 0; turn < 5; turn++) check();
  limiter.count('failedAuthentication', 'a');
  check();
  limiter.count('failedAuthentication', 'a');
  assert.throws(check, RateLimited);
  limiter.check('failedAuthentication', 'b');
  for (let turn = 0; turn < 5; turn++) {
    limiter.take('public', 'a', 1000);
    limiter.count('public', 'a');
    limiter.add('public', 'a', 1000);
    limiter.check('public', 'a');
  }
  assert.equal(limiter.size, 1);
});

it('a check lets through when its minute is over, and says when that is', (test) => {
  test.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const limiter = new RateLimiter({ ...defaultRateLimits, failedAuthentication: 1 });
  limiter.count('failedAuthentication', 'a');
  const check = () => limiter.check('failedAuthentication', 'a');
  test.mock.timers.tick(20_000);
  assert.throws(check, (error) => error instanceof RateLimited && error.retryAfter === 40);
  test.mock.timers.tick(40_000);
  check();
});

it('what is tidied away is over, and what has begun anew is the youngest', (test) => {
  test.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const limiter = new RateLimiter({ ...defaultRateLimits, public: 1 }, 3);
  const take = (key: string) => limiter.take('public', key);
  take('x');
  test.mock.timers.tick(30_000);
  take('a');
  test.mock.timers.tick(1000);
  take('b');
  test.mock.timers.tick(29_000);
  take('y');
  assert.equal(limiter.size, 3, 'x is over');
  assert.throws(() => take('a'), RateLimited, 'a is not');
  test.mock.timers.tick(35_000);
  take('a');
  take('z');
  // There is room for three: b went, whose minute was over, and not a.
  assert.throws(() => take('a'), RateLimited);
  assert.throws(() => take('z'), RateLimited);
});

it('what others counted opens no window where it is nothing, and counts from one on', () => {
  const limiter = new RateLimiter({ ...defaultRateLimits, public: 1 });
  limiter.add('public', 'a', 0);
  assert.equal(limiter.size, 0);
  limiter.add('public', 'a', 1);
  assert.throws(() => limiter.take('public', 'a'), RateLimited);
});

it('what was counted is told once, the keys nearest their limit first, and only when somebody asks', () => {
  const limiter = new RateLimiter({ ...defaultRateLimits, public: 10, user: 1000 });
  limiter.take('public', 'before');
  assert.deepEqual(limiter.counted(10), []);
  limiter.take('user', 'u', 50);
  limiter.take('public', 'a');
  limiter.take('public', 'a');
  limiter.count('public', 'b');
  assert.deepEqual(limiter.counted(2), [
    { name: 'public', key: 'a', points: 2 },
    { name: 'public', key: 'b', points: 1 },
  ]);
  assert.deepEqual(limiter.counted(10), []);
  // What another process counted is not told back.
  limiter.add('public', 'a', 8);
  limiter.add('public', 'a', 0);
  assert.deepEqual(limiter.counted(10), []);
  assert.throws(() => limiter.take('public', 'a'), RateLimited);
});

it('what is told to the others is bounded, and whoever is left out is still limited here', () => {
  const limiter = new RateLimiter({ ...defaultRateLimits, public: 1 });
  limiter.counted(0);
  for (let address = 0; address <= 50_000; address++) limiter.take('public', String(address));
  assert.throws(() => limiter.take('public', '50000'), RateLimited);
  assert.throws(() => limiter.take('public', '0'), RateLimited);
  const told = limiter.counted(100_000);
  assert.equal(told.length, 50_000);
  // Who is known already goes on being counted.
  assert.deepEqual(told[0], { name: 'public', key: '0', points: 2 });
});

it('processes add up what they counted within a minute, and begin anew with the next', async () => {
  const limiter = new RateLimiter({ ...defaultRateLimits, secret: 10 });
  const told: [number, number][] = [];
  const others = 4;
  const sharing = new RateSharing(limiter, async (minute, counted) => {
    told.push([minute, counted.reduce((sum, { points }) => sum + points, 0)]);
    const ours = told.filter(([at]) => at === minute).reduce((sum, [, points]) => sum + points, 0);
    return new Map(counted.map(({ key }) => [key, others + ours]));
  });
  await sharing.share(60_000);
  assert.deepEqual(told, []);
  limiter.take('secret', 'k');
  await sharing.share(60_000);
  limiter.take('secret', 'k');
  await sharing.share(61_000);
  // One and one of its own, four of the others: four more fit.
  for (let turn = 0; turn < 4; turn++) limiter.take('secret', 'k');
  assert.throws(() => limiter.take('secret', 'k'), RateLimited);
  assert.deepEqual(told, [
    [1, 1],
    [1, 1],
  ]);
  await sharing.share(120_000);
  assert.deepEqual(told.at(-1), [2, 5]);
  await sharing.stop();
});

it('P3 the limits are those that the operators’ handbook tells of', () => {
  const handbook = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
  const told = Object.fromEntries(
    handbook
      .split('\n')
      .filter((line) => line.startsWith('| `RATE_LIMIT_'))
      .flatMap((line) => {
        const [, names = '', values = ''] = line.split('|');
        const numbers = values.match(/\d+/g) ?? [];
        return (names.match(/RATE_LIMIT_\w+/g) ?? []).map((name, index) => [name, Number(numbers[index])]);
      }),
  );
  assert.deepEqual(told, {
    RATE_LIMIT_PUBLIC: defaultRateLimits.public,
    RATE_LIMIT_SECRET: defaultRateLimits.secret,
    RATE_LIMIT_USER: defaultRateLimits.user,
    RATE_LIMIT_FAILED_AUTH: defaultRateLimits.failedAuthentication,
    RATE_LIMIT_SECRET_BYTES: defaultRateLimits.secretBytes,
    RATE_LIMIT_USER_BYTES: defaultRateLimits.userBytes,
    RATE_LIMIT_PUBLIC_BYTES: defaultRateLimits.publicBytes,
    RATE_LIMIT_CLAIM: defaultRateLimits.claim,
  });
});
