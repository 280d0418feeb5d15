import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Arrivals, type Load, rest, restAfter, waitFor } from './rest.ts';

test('the busier the server, the longer the thread rests, and never longer than some seconds', () => {
  assert.equal(restAfter(20, 'busy'), 600);
  assert.equal(restAfter(20, 'arriving'), 40);
  assert.equal(restAfter(20, 'quiet'), 5);
  assert.equal(restAfter(4000, 'busy'), 5000);
  assert.equal(restAfter(4000, 'arriving'), 1000);
  assert.equal(restAfter(4000, 'quiet'), 250);
});

test('a rest that began while the server was busy ends soon after it is quiet, or is told to stop', async (context) => {
  let now = 0;
  context.mock.method(performance, 'now', () => now);
  const restOf = async (loads: Load[], stopAt = Number.POSITIVE_INFINITY) => {
    now = 0;
    const stop = new AbortController();
    await rest(1000, {
      load: () => loads[Math.min(Math.floor(now / 100), loads.length - 1)] as Load,
      sleep: async (ms) => {
        now += ms;
        if (now >= stopAt) stop.abort();
      },
      stop: stop.signal,
    });
    return now;
  };
  assert.equal(await restOf(['busy']), 5000);
  assert.equal(await restOf(['busy', 'busy', 'busy', 'quiet']), 300);
  assert.equal(await restOf(['arriving', 'arriving', 'busy']), 5000);
  assert.equal(await restOf(['quiet']), 250);
  assert.equal(await restOf(['busy'], 200), 200);
});

test('a rush lasts for a second after its last busy moment, and arriving for a second after the last word', () => {
  const arrivals = new Arrivals();
  assert.equal(arrivals.load(1), 'quiet');
  arrivals.hear(false, 1000);
  assert.equal(arrivals.load(1000), 'arriving');
  arrivals.hear(true, 1050);
  arrivals.hear(false, 1100);
  assert.equal(arrivals.load(1100), 'busy', 'one quieter moment does not end it');
  arrivals.hear(false, 2000);
  assert.equal(arrivals.load(2049), 'busy');
  assert.equal(arrivals.load(2050), 'arriving');
  assert.equal(arrivals.load(3000), 'quiet');
});

test('a session that takes long to judge waits longer for more to come, and never long for who reads along', () => {
  assert.deepEqual(
    [0, 2, 10, 50, 4000].map((judgedIn) => waitFor(judgedIn, 100)),
    [100, 100, 200, 300, 300],
  );
});
