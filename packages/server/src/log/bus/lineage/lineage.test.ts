import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { turns } from '../../../../testing/log/until.ts';
import type { BusEntry, BusLoss, BusPosition, BusStore } from '../behind.ts';
import type { Bus } from '../connection.ts';
import { Lineage } from './lineage.ts';

const entry = (sessionId: string, first: number) =>
  ({ sessionId, first, count: 1, at: 7 }) as unknown as BusEntry;

/** A lineage between a bus and a database that are where the test says. */
async function lineage(t: TestContext, given: { last?: number; position?: Partial<BusPosition> } = {}) {
  const at = {
    up: true,
    connection: 1,
    last: given.last ?? 5,
    position: { stream: 's', sequence: 5, epoch: 1, seen: 0, ...given.position } as BusPosition | undefined,
    messages: new Map<number, BusEntry>(),
    losses: [] as BusLoss[],
    fault: undefined as string | undefined,
  };
  const asked: string[] = [];
  const faults: string[] = [];
  let reconnect = () => {};
  const bus = {
    identity: 's',
    get up() {
      return at.up;
    },
    get connection() {
      return at.connection;
    },
    get fault() {
      return at.fault;
    },
    onReconnect(listener: () => void) {
      reconnect = listener;
      return () => {};
    },
    lastSequence: async () => at.last,
    message: async (sequence: number) => {
      const found = at.messages.get(sequence);
      return found && { sequence, entry: found };
    },
    makeStream: async (name: string) => `${name} born`,
    removeStream: async () => void asked.push('removed'),
  };
  const store = {
    position: async () => at.position,
    async beginEpoch() {
      asked.push('epoch');
      return at.position;
    },
    saw: async (_stream: string, sequence: number) => void asked.push(`saw ${sequence}`),
    async replace(position: BusPosition, by: string) {
      asked.push(`replaced ${position.sequence} by ${by}`);
      at.position = { stream: by, sequence: 0, epoch: 9, seen: 0 };
      return true;
    },
    addLosses: async (losses: BusLoss[]) => void at.losses.push(...losses),
    async dropLosses(ids: string[]) {
      at.losses = at.losses.filter(({ lossId }) => !ids.includes(lossId));
    },
    losses: async () => at.losses,
  };
  const made = new Lineage({
    bus: bus as unknown as Bus,
    store: store as unknown as BusStore,
    configured: 's',
    onReplaced: () => void asked.push('replaced'),
    onFault: (fault) => void faults.push(String(fault)),
  });
  t.after(() => made.stop());
  await made.compare();
  /** The bus was away and is back. */
  const back = async () => {
    at.connection++;
    assert.equal(made.fits, false, 'not before it was compared');
    assert.throws(() => made.mustFit(), { code: 'service_unavailable' });
    reconnect();
    await made.compare();
  };
  const named = () => at.losses.map(({ sessionId, first, last }) => `${sessionId} ${first}-${last}`);
  return { at, made, asked, faults, back, named };
}

it('fits when the bus has what the database has, and from then on what was read before is not written', async (t) => {
  const { made, asked } = await lineage(t, { last: 7 });
  assert.deepEqual([made.fits, made.why, made.floor, asked], [true, undefined, 5, ['epoch']]);
  made.mustFit();
});

it('does not fit when the bus lacks messages that the database has, and says what can be done', async (t) => {
  const { made, asked, faults, at } = await lineage(t, { last: 4, position: { seen: 9 } });
  assert.equal(made.fits, false);
  assert.match(
    made.why ?? '',
    /^the bus has messages up to 4, but the database has them up to 5: .*persist renew/,
  );
  assert.throws(() => made.mustFit(), { code: 'service_unavailable', retryAfter: 5 });
  assert.deepEqual([asked, faults.length], [[], 1]);
  await made.compare();
  assert.equal(faults.length, 1, 'it is told once');
  at.last = 9;
  await made.compare();
  assert.deepEqual([made.fits, made.why], [true, undefined], 'the right store was put back');
});

it('is compared anew on each connection, before anything is published', async (t) => {
  const { made, at, back } = await lineage(t, { last: 50, position: { sequence: 40 } });
  at.last = 39;
  await back();
  assert.equal(made.fits, false);
  at.last = 45;
  await back();
  assert.deepEqual([made.fits, made.connection, made.floor], [true, 3, 40]);
});

it('stays unfit when the bus went away while it was compared', async (t) => {
  const { made, at } = await lineage(t);
  at.connection = 2;
  const comparing = made.compare();
  at.connection = 3;
  await comparing;
  assert.equal(made.fits, false);
});

it('acknowledges no number that was given before the message was sent', async (t) => {
  const { made } = await lineage(t);
  made.learn({ stream: 's', sequence: 20 });
  const { floor } = made;
  assert.equal(floor, 20);
  made.acknowledged(22, floor, entry('a', 1));
  made.acknowledged(21, floor, entry('b', 1));
  assert.equal(made.floor, 22);
  for (const sequence of [20, 3]) {
    assert.throws(() => made.acknowledged(sequence, floor, entry('c', 1)), { code: 'service_unavailable' });
    assert.equal(made.fits, false);
  }
});

it('takes nothing once the database follows another stream, and says so to whoever starts anew', async (t) => {
  const { made, at, asked } = await lineage(t);
  assert.throws(() => made.learn({ stream: 's-2', sequence: 0 }), { code: 'service_unavailable' });
  assert.equal(made.fits, false);
  at.position = { stream: 's-2', sequence: 0, epoch: 2, seen: 0 };
  await made.compare();
  assert.deepEqual(asked, ['epoch', 'replaced']);
  at.position = undefined;
  await made.compare();
  assert.deepEqual([made.fits, asked.length], [false, 2], 'nothing is followed: an operator is at it');
});

it('a look that is made anyway notices what went back without being away', async (t) => {
  const { made, at, asked } = await lineage(t, { last: 8 });
  made.look()(at.position, 8);
  assert.deepEqual(asked, ['epoch', 'saw 8'], 'what has to be there is remembered');
  made.look()({ ...(at.position as BusPosition), seen: 8 }, 8);
  assert.equal(asked.length, 2);
  at.last = 4;
  made.look()(at.position, 4);
  assert.equal(made.fits, false);
  await made.compare();
  assert.match(made.why ?? '', /up to 4, but .* up to 5/);
});

it('names what was acknowledged and is on the bus no more, and goes on where the database is whole', async (t) => {
  const { made, at, back, named, faults } = await lineage(t);
  for (const [sequence, first] of [
    [6, 1],
    [7, 2],
    [8, 3],
    [9, 4],
  ] as const) {
    made.acknowledged(sequence, 5, entry('a', first));
    at.messages.set(sequence, entry('a', first));
  }
  at.last = 9;
  await back();
  assert.deepEqual([made.fits, named()], [true, []], 'all of it is there');
  // Somebody else has published since, with numbers that were given before.
  at.messages.set(8, entry('b', 77));
  at.messages.delete(9);
  at.last = 8;
  made.look()(at.position, 8);
  await made.compare();
  assert.deepEqual([made.fits, named()], [true, ['a 3-4']]);
  assert.match(
    faults.join(),
    /^2 batches were accepted, and are neither on the bus nor in the database .*a 3–4$/,
  );
  await back();
  assert.deepEqual(named(), ['a 3-4'], 'once');
});

it('what was missing from a store that was put in place by mistake is not lost when the right one is back', async (t) => {
  const { made, at, back, named } = await lineage(t);
  made.acknowledged(6, 5, entry('a', 1));
  at.messages.set(6, entry('a', 1));
  at.last = 3;
  await back();
  assert.deepEqual([made.fits, named()], [false, ['a 1-1']]);
  at.last = 6;
  await back();
  assert.deepEqual([made.fits, named()], [true, []]);
});

it('goes on with a new stream by itself, but only where the database has all that anybody saw', async (t) => {
  const clock = { now: 1_000_000 };
  t.mock.method(performance, 'now', () => clock.now);
  const { made, at, asked } = await lineage(t, { last: 3, position: { seen: 6 } });
  const later = async (milliseconds: number) => {
    clock.now += milliseconds;
    await made.compare();
    await turns(2);
  };
  await later(60_000);
  assert.deepEqual(asked, [], 'message 6 may still be brought back');
  at.position = { ...(at.position as BusPosition), seen: 5 };
  at.losses = [{ lossId: 'x', stream: 's', sessionId: 'a', first: 1, last: 1, foundAt: 1 }];
  await later(1000);
  assert.deepEqual(asked, [], 'another server misses something');
  at.losses = at.losses.map((loss) => ({ ...loss, stream: 'another' }));
  await later(1000);
  assert.deepEqual(asked, ['replaced 5 by s-2 born', 'removed', 'replaced']);
});

it('waits until every server had the time to say what it misses', async (t) => {
  const clock = { now: 1_000_000 };
  t.mock.method(performance, 'now', () => clock.now);
  const { made, asked } = await lineage(t, { last: 3 });
  clock.now += 3999;
  await made.compare();
  assert.deepEqual(asked, []);
  clock.now += 1;
  await made.compare();
  assert.equal(asked[0], 'replaced 5 by s-2 born');
});

it('tells what is wrong with the stream of a bus that answers', async (t) => {
  const { made, at } = await lineage(t);
  at.up = false;
  at.connection++;
  assert.equal(made.why, undefined, 'away is no misfit');
  at.fault = 'the bus came back without the stream';
  assert.equal(made.why, 'the bus came back without the stream');
  await made.compare();
  assert.equal(made.fits, false);
});

it('leaves word of what it acknowledged last when it stops', async (t) => {
  const { made, asked } = await lineage(t);
  made.acknowledged(9, 5, entry('a', 1));
  await made.stop();
  assert.deepEqual(asked, ['epoch', 'saw 9']);
});
