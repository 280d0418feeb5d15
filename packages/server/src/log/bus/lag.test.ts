import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { BusStore } from './behind.ts';
import type { Bus } from './connection.ts';
import { Lag } from './lag.ts';

const lineage = { look: () => () => {} };

/** A bus and a database that are as far as they are told. */
function lagging() {
  const at = { bus: 0, database: 0 as number | undefined, age: 0, asked: [] as number[] };
  const bus = {
    lastSequence: async () => at.bus,
    message: async (sequence: number) => {
      at.asked.push(sequence);
      return { time: Date.now() - at.age };
    },
  } as unknown as Bus;
  const store = {
    position: async () => (at.database === undefined ? undefined : { stream: 's', sequence: at.database }),
  } as unknown as BusStore;
  return { at, lag: new Lag({ bus, store, lineage }) };
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
  await lag.look();
  assert.deepEqual(at.asked, [4], 'the first that waits, and only at the start');
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

it('before the first look everything counts as behind; at the start nothing is asked for when nothing waits', async (test) => {
  const now = clock(test);
  const { at, lag } = lagging();
  assert.equal(lag.milliseconds(), now.ms);
  Object.assign(at, { bus: 3, database: 3 });
  await lag.look();
  assert.equal(lag.milliseconds(), 0);
  assert.deepEqual(at.asked, []);
  await lag.stop();
});

it('what is seen again is as old as when it was seen first', async (test) => {
  const now = clock(test);
  const { at, lag } = lagging();
  await lag.look();
  at.bus = 5;
  for (const behind of [1000, 2000, 3000]) {
    now.ms += 1000;
    await lag.look();
    assert.equal(lag.milliseconds(), behind);
  }
  await lag.stop();
});

it('looks every second, one look at a time, until it is stopped', async (test) => {
  test.mock.timers.enable({ apis: ['setInterval'] });
  let looks = 0;
  let release = () => {};
  const bus = {
    lastSequence: () => {
      looks++;
      return new Promise<number>((resolve) => {
        release = () => resolve(0);
      });
    },
  } as unknown as Bus;
  const lag = new Lag({ bus, lineage, store: { position: async () => undefined } as unknown as BusStore });
  test.mock.timers.tick(2000);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(looks, 1, 'the first look is still under way');
  release();
  await new Promise((resolve) => setImmediate(resolve));
  test.mock.timers.tick(1000);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(looks, 2);
  release();
  await lag.stop();
  test.mock.timers.tick(5000);
  assert.equal(looks, 2);
});
