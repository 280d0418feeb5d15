import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { BusStore } from './behind.ts';
import type { Bus } from './connection.ts';
import { Lag } from './lag.ts';

/** A bus and a database that are as far as they are told. */
function lagging() {
  const at = { bus: 0, database: 0 as number | undefined, age: 0 };
  const bus = {
    lastSequence: async () => at.bus,
    message: async () => ({ time: Date.now() - at.age }),
  } as unknown as Bus;
  const store = {
    position: async () => (at.database === undefined ? undefined : { stream: 's', sequence: at.database }),
  } as unknown as BusStore;
  return { at, lag: new Lag(bus, store) };
}

/** The clock of this process, as the test wants it. */
function clock(test: import('node:test').TestContext) {
  const now = { ms: 1_000_000 };
  test.mock.method(performance, 'now', () => now.ms);
  return now;
}

it('what waits is as old as the look before it was seen, and nothing waits once it is stored', async (test) => {
  const now = clock(test);
  const { at, lag } = lagging();
  await lag.look();
  assert.equal(lag.milliseconds(), 0);
  now.ms += 1000;
  at.bus = 5;
  await lag.look();
  assert.equal(lag.milliseconds(), 1000);
  now.ms += 1000;
  at.bus = 9;
  await lag.look();
  assert.equal(lag.milliseconds(), 2000);
  at.database = 5;
  now.ms += 1000;
  await lag.look();
  // The first five are stored; the others came after the second look.
  assert.equal(lag.milliseconds(), 2000);
  at.database = 9;
  now.ms += 1000;
  await lag.look();
  assert.equal(lag.milliseconds(), 0);
  await lag.stop();
});

it('at the start the age of the first message that waits counts', async (test) => {
  clock(test);
  const { at, lag } = lagging();
  Object.assign(at, { bus: 5, database: 3, age: 60_000 });
  await lag.look();
  assert.ok(lag.milliseconds() >= 60_000 && lag.milliseconds() < 61_000, String(lag.milliseconds()));
  await lag.stop();
});

it('a clock of the bus that is ahead makes nothing younger than now', async (test) => {
  clock(test);
  const { at, lag } = lagging();
  Object.assign(at, { bus: 5, database: 3, age: -60_000 });
  await lag.look();
  assert.equal(lag.milliseconds(), 0);
  await lag.stop();
});

it('without a position, and without a look for a while, the database counts as behind', async (test) => {
  const now = clock(test);
  const { at, lag } = lagging();
  await lag.look();
  now.ms += 3000;
  assert.equal(lag.milliseconds(), 0);
  now.ms += 1;
  assert.equal(lag.milliseconds(), 3001);
  at.database = undefined;
  await lag.look();
  assert.equal(lag.milliseconds(), Number.POSITIVE_INFINITY);
  await lag.stop();
});
