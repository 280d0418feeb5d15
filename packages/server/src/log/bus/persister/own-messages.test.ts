import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownMemory } from '../../../worker/own-memory.ts';
import type { BusEntry } from '../behind.ts';
import { OwnMessages } from './own-messages.ts';

const entry = (name: string, bytes = 1) =>
  ({ sessionId: name, body: new Uint8Array(bytes) }) as unknown as BusEntry;
const all = { messages: 5000, bytes: Number.POSITIVE_INFINITY };

function ownAfter(position: number, sequences: number[], bytes = 1): OwnMessages {
  const own = new OwnMessages();
  own.begin(position);
  for (const sequence of sequences) own.add(sequence, entry(`m${sequence}`, bytes));
  return own;
}

/** Where the next messages end and which they are. */
function taken(own: OwnMessages, max = all) {
  const run = own.take(max);
  return run && [run.to, run.entries.map(({ sessionId }) => sessionId).join(' '), run.bytes];
}

describe('messages of this process', () => {
  it('are taken once, in the order of the bus, up to the first that is missing', () => {
    const own = ownAfter(3, [5, 4, 7], 2);
    assert.deepEqual(taken(own), [5, 'm4 m5', 4]);
    assert.equal(taken(own), undefined);
    own.add(6, entry('m6'));
    assert.deepEqual(taken(own), [7, 'm6 m7', 3]);
    assert.equal(taken(own), undefined);
  });

  it('are taken so many at a time', () => {
    const own = ownAfter(0, [1, 2, 3, 4, 5], 10);
    assert.deepEqual(taken(own, { messages: 2, bytes: 1000 }), [2, 'm1 m2', 20]);
    assert.deepEqual(taken(own, { messages: 9, bytes: 11 }), [4, 'm3 m4', 20]);
    assert.deepEqual(taken(own, { messages: 9, bytes: 1 }), [5, 'm5', 10]);
  });

  it('are kept only while this process writes, and only what is not written yet', () => {
    const own = new OwnMessages();
    own.add(1, entry('m1'));
    assert.equal(taken(own), undefined);
    assert.equal(own.skip(1), 0);
    own.add(2, entry('m2'));
    assert.equal(taken(own), undefined, 'what was read from the bus does not begin it');
    own.begin(0);
    assert.equal(taken(own), undefined, 'what came before is not there');
    own.begin(5);
    own.add(5, entry('m5'));
    own.add(6, entry('m6'));
    assert.deepEqual(taken(own), [6, 'm6', 1]);
    own.add(7, entry('m7'));
    own.end();
    own.begin(6);
    assert.equal(taken(own), undefined);
  });

  it('that were read from the bus instead are counted and not kept', () => {
    const own = ownAfter(0, [1, 3, 4]);
    assert.equal(own.skip(3), 2);
    own.add(2, entry('late'));
    assert.deepEqual(taken(own), [4, 'm4', 1]);
  });

  it('do not take more than 16 MB or 4096 places: the oldest are left to the bus', () => {
    const many = ownAfter(
      0,
      Array.from({ length: 4097 }, (_, index) => index + 1),
    );
    assert.equal(taken(many), undefined);
    assert.equal(many.skip(1), 0);
    assert.equal(taken(many)?.[0], 4097);
    const large = ownAfter(0, [1, 2, 3, 4, 5], 4 * 1024 * 1024);
    assert.equal(taken(large), undefined);
    large.skip(1);
    assert.equal(taken(large)?.[0], 5);
    // Room is given back with what is taken.
    for (const sequence of [6, 7, 8, 9]) large.add(sequence, entry(`m${sequence}`, 4 * 1024 * 1024));
    assert.equal(taken(large)?.[0], 9);
  });

  it('are alone in their memory, whatever else the published ones share it with', () => {
    const own = new OwnMessages();
    own.begin(0);
    const shared = Buffer.alloc(20_000, 7);
    own.add(1, { ...entry('m1'), body: shared.subarray(0, 5000) });
    const [kept] = own.take(all)?.entries ?? [];
    assert.ok(kept && ownMemory(kept.body)?.byteLength === 5000);
    assert.ok(shared.subarray(0, 5000).equals(kept.body));
  });

  it('are waited for: the next one, for a while, and no longer once it ends', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const own = ownAfter(0, [1]);
    assert.equal(await own.hasNext(100), true);
    own.take(all);
    const next = own.hasNext(100);
    own.add(3, entry('m3'));
    t.mock.timers.tick(99);
    own.add(2, entry('m2'));
    assert.equal(await next, true);
    own.take(all);
    const late = own.hasNext(100);
    own.add(5, entry('m5'));
    t.mock.timers.tick(100);
    assert.equal(await late, false);
    const ended = own.hasNext(100);
    own.end();
    assert.equal(await ended, false);
    assert.equal(await own.hasNext(100), false);
  });
});
