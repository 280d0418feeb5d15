import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { type TakenTurn, TurnQueue } from './turn-queue.ts';

const always = () => true;
const lines = { ofOneCaller: 3, together: 4 };
const turn = (value: unknown) => {
  assert.equal(typeof value, 'object', String(value));
  return value as TakenTurn;
};

describe('the queue for turns', () => {
  it('gives one caller a few turns at once, and others theirs meanwhile', async () => {
    const queue = new TurnQueue(2, lines);
    const first = turn(await queue.take('a', always, 50));
    turn(await queue.take('a', always, 50));
    assert.equal(await queue.take('a', always, 20), 'too many of this caller');
    turn(await queue.take('b', always, 50));
    const next = queue.take('a', always, 5000);
    // Somebody else is not held up by who waits for their own.
    turn(await queue.take('b', always, 5000));
    first.end();
    turn(await next);
  });

  it('counts a turn that is ended twice once', async () => {
    const queue = new TurnQueue(1, lines);
    const first = turn(await queue.take('a', always, 50));
    first.end();
    const second = turn(await queue.take('a', always, 50));
    first.end();
    assert.equal(await queue.take('a', always, 20), 'too many of this caller');
    second.end();
    turn(await queue.take('a', always, 20));
  });

  it('waits for room, in order, one for each round of the event loop', async () => {
    const queue = new TurnQueue(10, lines);
    let room = 0;
    const order: number[] = [];
    const waiting = [1, 2, 3].map((number) =>
      queue
        .take(`caller ${number}`, () => room > 0, 5000)
        .then(() => {
          room--;
          order.push(number);
        }),
    );
    await sleep(10);
    assert.deepEqual(order, []);
    room = 2;
    queue.next();
    queue.next();
    await setImmediate();
    await setImmediate();
    assert.deepEqual(order, [1], 'one at a time, however often it is asked to go on');
    while (order.length < 2) await sleep(1);
    await sleep(10);
    assert.deepEqual(order, [1, 2]);
    assert.equal(await queue.take('late', () => false, 20), 'no room');
    room = 1;
    queue.next();
    await Promise.all(waiting);
    assert.deepEqual(order, [1, 2, 3]);
  });

  it('gives a turn that has ended to the next of the same caller, and not two for one', async () => {
    const queue = new TurnQueue(2, { ofOneCaller: 2, together: 4 });
    const [first, second] = [
      turn(await queue.take('a', always, 50)),
      turn(await queue.take('a', always, 50)),
    ];
    const third = queue.take('a', always, 5000);
    const fourth = queue.take('a', always, 5000);
    first.end();
    turn(await third);
    // Whoever has begun waits no more: there is room for another in line.
    const fifth = queue.take('a', always, 20);
    assert.equal(await fifth, 'too many of this caller');
    second.end();
    turn(await fourth);
  });

  it('looks again by itself whether there is room, and stops its clock when a turn begins', async (test) => {
    const cleared = test.mock.method(globalThis, 'clearTimeout');
    const queue = new TurnQueue(2, lines);
    let looks = 0;
    const began = turn(await queue.take('a', () => ++looks > 1, 5000));
    assert.equal(looks, 2);
    assert.ok(cleared.mock.callCount() >= 1);
    began.end();
  });

  it('asks nobody again whether there is room until something has changed', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const queue = new TurnQueue(2, lines);
    let looks = 0;
    const waiting = queue.take('a', () => ++looks > 2, 5000);
    for (let round = 0; round < 5; round++) {
      await setImmediate();
      test.mock.timers.tick(200);
    }
    assert.equal(looks, 2, 'when it came and in line');
    queue.next();
    turn(await waiting);
  });

  it('leaves as much time after a turn as it took, and a fifth of a second at most', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    let now = 100_000;
    test.mock.method(performance, 'now', () => now);
    const settle = async () => {
      for (let round = 0; round < 4; round++) await setImmediate();
    };
    for (const { took, pause } of [
      { took: 50, pause: 50 },
      { took: 1000, pause: 200 },
    ]) {
      const queue = new TurnQueue(1, lines);
      const order: string[] = [];
      let isRoom = false;
      for (const caller of ['a', 'b']) {
        void queue
          .take(caller, () => isRoom, 5000)
          .then(() => {
            now += took;
            order.push(caller);
          });
      }
      await settle();
      isRoom = true;
      queue.next();
      await settle();
      test.mock.timers.tick(pause - 1);
      await settle();
      assert.deepEqual(order, ['a']);
      test.mock.timers.tick(1);
      await settle();
      assert.deepEqual(order, ['a', 'b']);
    }
  });

  it('keeps a bounded line, of one caller and of all', async () => {
    const queue = new TurnQueue(1, lines);
    turn(await queue.take('a', always, 50));
    const waiting = [1, 2, 3].map(() => queue.take('a', always, 200));
    // Refused at once: sooner than anybody in line is told that it took too long.
    const atOnce = (taken: Promise<unknown>) =>
      Promise.race([taken, Promise.any(waiting).then(() => 'told late')]);
    assert.equal(await atOnce(queue.take('a', always, 60_000)), 'too many of this caller');
    const other = queue.take('b', () => false, 200);
    assert.equal(await atOnce(queue.take('c', () => false, 60_000)), 'no room');
    assert.deepEqual(await Promise.all(waiting), Array(3).fill('too many of this caller'));
    assert.equal(await other, 'no room');
  });
});
