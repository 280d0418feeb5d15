import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { persisting } from '../../../../testing/log/persisting.ts';
import { turns, until } from '../../../../testing/log/until.ts';
import type { BusRun } from '../behind.ts';

/** What the persister writes and when; persister-tidy.test.ts has what it lets the bus forget. */

const spans = (runs: BusRun[]) => runs.map(({ from, to, entries }) => [from, to, entries.length]);

describe('the persister', () => {
  it('writes what comes in the order of the bus, what came together in one go, and tells who has more', async (t) => {
    const { runs, told, asked, reading } = persisting(t);
    const messages = await reading();
    assert.deepEqual(asked.slice(0, 2), ['hold stream born 3000', 'read 0 256']);
    messages.deliver(4, 'a');
    messages.deliver(5, 'b');
    messages.deliver(9, 'a');
    await until('the run', () => told.length === 1);
    messages.deliver(10, 'c');
    await until('another', () => told.length === 2);
    assert.deepEqual(spans(runs), [
      [0, 9, 3],
      [9, 10, 1],
    ]);
    assert.deepEqual(
      runs[0]?.entries.map(({ sessionId, first, body }) => [sessionId, first, body.byteLength]),
      [
        ['a', 4, 1],
        ['b', 5, 1],
        ['a', 9, 1],
      ],
    );
    assert.equal(runs[0]?.stream, 'stream born');
    assert.deepEqual(told, [['org-of-a a', 'org-of-b b'], ['org-of-c c']]);
  });

  it('writes the first at once, and those that come one by one soon after it in one go', async (t) => {
    const { runs, told, reading } = persisting(t);
    const messages = await reading();
    messages.deliver(1, 'a');
    await until('the first', () => told.length === 1);
    for (let seq = 2; seq <= 4; seq++) {
      messages.deliver(seq, 'a');
      await nextTurn();
    }
    await until('the others', () => told.length === 2);
    assert.deepEqual(spans(runs), [
      [0, 1, 1],
      [1, 4, 3],
    ]);
  });

  it('gives the memory of what it has written back, and keeps what it could not write', async (t) => {
    const { at, runs, told, reading } = persisting(t);
    const messages = await reading();
    messages.deliver(1, 'a', { bytes: 5000 });
    await until('the run', () => told.length === 1);
    assert.equal(runs[0]?.entries[0]?.body.byteLength, 0);
    at.misfits = undefined;
    messages.deliver(2, 'a', { bytes: 5000 });
    await until('another', () => runs.length === 2);
    assert.equal(runs[1]?.entries[0]?.body.byteLength, 5000);
  });

  for (const { size, bytes, every } of [
    { size: 'small', bytes: 1, every: 50 },
    { size: 'large', bytes: 256 * 1024, every: 20 },
  ]) {
    it(`writes the next run ${every} ms after a ${size} one`, async (t) => {
      const { runs, reading } = persisting(t);
      const messages = await reading();
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const written = async () => {
        await turns(20);
        return runs.length;
      };
      messages.deliver(1, 'a', { bytes });
      assert.equal(await written(), 1);
      messages.deliver(2, 'a', { bytes });
      t.mock.timers.tick(every - 10);
      assert.equal(await written(), 1);
      t.mock.timers.tick(10);
      assert.equal(await written(), 2);
      // The pause after the second run is over too, or stopping would wait for it.
      t.mock.timers.tick(every);
      await written();
      t.mock.timers.reset();
    });
  }

  it('bounds what it writes in one go, by messages and by bytes', async (t) => {
    const { runs, reading } = persisting(t);
    const messages = await reading();
    for (let seq = 1; seq <= 300; seq++) messages.deliver(seq, 'a');
    await until('all', () => runs.at(-1)?.to === 300);
    assert.equal(Math.max(...runs.map(({ entries }) => entries.length)), 256);
    const before = runs.length;
    for (let seq = 301; seq <= 304; seq++) messages.deliver(seq, 'a', { bytes: 4 * 1024 * 1024 });
    await until('the large ones', () => runs.at(-1)?.to === 304);
    assert.ok(
      runs.slice(before).every(({ entries }) => entries.length <= 2),
      JSON.stringify(spans(runs)),
    );
  });

  it('goes on at once after a full run: more waits', async (t) => {
    const { runs, reading } = persisting(t);
    const messages = await reading();
    // No pause comes to its end before it is looked at, and all of them afterwards.
    t.mock.timers.enable({ apis: ['setTimeout'] });
    for (let seq = 1; seq <= 256 * 2; seq++) messages.deliver(seq, 'a');
    await turns(20);
    const written = spans(runs);
    for (let pause = 0; pause < 3; pause++) {
      t.mock.timers.tick(1000);
      await turns(20);
    }
    t.mock.timers.reset();
    assert.deepEqual(written, [
      [0, 256, 256],
      [256, 512, 256],
    ]);
  });

  it('begins again after its position when a message was lost on the way', async (t) => {
    const { at, asked, runs, reading, readings } = persisting(t);
    const messages = await reading();
    messages.deliver(1, 'a');
    await until('the first', () => runs.length === 1);
    at.turns = [1];
    messages.deliver(3, 'a', { skip: 1 });
    const again = await reading(2);
    assert.deepEqual(asked.slice(-2), ['hold stream born 3000', 'read 1 256'], 'it asks whose turn it is');
    assert.deepEqual([again.from, messages.isStopped, runs.length], [1, true, 1]);
    again.deliver(2, 'a');
    await until('the lost one', () => runs.length === 2);
    assert.deepEqual(spans(runs)[1], [1, 2, 1]);
    assert.equal(readings.length, 2);
  });

  it('begins again when another one has written meanwhile', async (t) => {
    const { at, runs, told, reading } = persisting(t);
    const messages = await reading();
    at.misfits = undefined;
    at.turns = [undefined];
    messages.deliver(1, 'a');
    await until('the run that came too late', () => messages.isStopped);
    await turns(5);
    at.turns = [7];
    const again = await reading(2);
    assert.deepEqual([again.from, told, runs.length], [7, [], 1]);
  });

  it('says when something does not continue its session, and goes on', async (t) => {
    const { at, faults, told, reading, runs } = persisting(t);
    const messages = await reading();
    at.misfits = 2;
    messages.deliver(1, 'a');
    await until('the fault', () => told.length === 1);
    assert.match(faults.join(), /^2 batches of the bus do not continue their sessions/);
    at.misfits = 0;
    messages.deliver(2, 'a');
    await until('the next', () => runs.length === 2);
    assert.deepEqual([spans(runs)[1], faults.length], [[1, 2, 1], 1]);
  });

  for (const type of ['heartbeats_missed', 'consumer_not_found', 'consumer_deleted']) {
    it(`reads anew after ${type}`, async (t) => {
      const { reading } = persisting(t);
      const messages = await reading();
      messages.say('flow_control');
      await turns(5);
      assert.equal(messages.isStopped, false);
      messages.say(type);
      await reading(2);
      assert.equal(messages.isStopped, true);
    });
  }

  it('reads anew when the bus was away', async (t) => {
    const { reading, reconnect, isListening, persister } = persisting(t);
    await reading();
    reconnect();
    await reading(2);
    assert.equal(isListening(), true);
    await persister.stop();
    assert.equal(isListening(), false);
  });

  it('waits for its turn, and while the bus is away', async (t) => {
    const { at, asked, readings, reading } = persisting(t, { up: false });
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(asked, []);
    at.turns = [undefined, 5];
    at.up = true;
    const messages = await reading();
    assert.deepEqual([messages.from, readings.length], [5, 1]);
  });

  it('renews its turn every second, until it is lost, which ends reading', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { at, asked, reading, persister } = persisting(t);
    const messages = await reading();
    const renewals = () => asked.filter((one) => one.startsWith('hold')).length;
    t.mock.timers.tick(999);
    assert.equal(renewals(), 1);
    t.mock.timers.tick(1);
    assert.equal(renewals(), 2);
    await nextTurn();
    assert.equal(messages.isStopped, false);
    at.turns = [undefined];
    t.mock.timers.tick(1000);
    await until('the end', () => messages.isStopped);
    await persister.stop();
    const before = renewals();
    t.mock.timers.tick(10_000);
    assert.equal(renewals(), before, 'nobody asks for a turn any more');
  });

  it('ends reading when its turn cannot be renewed', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { at, reading, faults } = persisting(t);
    const messages = await reading();
    at.turns = [new Error('away'), 0];
    t.mock.timers.tick(1000);
    await until('the end', () => messages.isStopped);
    assert.deepEqual(faults, []);
  });

  it('goes on after a fault', async (t) => {
    const { at, faults, reading } = persisting(t, { up: false });
    at.turns = [new Error('away'), 3];
    at.up = true;
    assert.equal((await reading()).from, 3);
    assert.deepEqual(faults, ['Error: away']);
  });

  it('lets go of its turn when it is stopped, and reads nothing more', async (t) => {
    const { asked, persister, reading, readings } = persisting(t);
    const messages = await reading();
    await persister.stop();
    assert.equal(messages.isStopped, true);
    assert.equal(asked.at(-1), 'release stream born true');
    await turns(10);
    assert.equal(readings.length, 1);
  });

  it('that is stopped while it begins to read reads nothing', async (t) => {
    const opening = Promise.withResolvers<void>();
    const { asked, persister, readings, runs } = persisting(t, { opening: opening.promise });
    await until('the beginning', () => asked.includes('read 0 256'));
    const stopping = persister.stop();
    opening.resolve();
    await until('the reading', () => readings.length === 1);
    await turns(5);
    assert.equal(readings[0]?.isStopped, true);
    await stopping;
    assert.deepEqual([readings.length, runs], [1, []]);
  });
});
