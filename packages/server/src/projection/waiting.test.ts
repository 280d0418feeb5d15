import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WaitingSessions } from './waiting.ts';

const takeAll = (waiting: WaitingSessions, now = 0): string[] => {
  const taken: string[] = [];
  for (let next = waiting.take(now); next; next = waiting.take(now)) taken.push(next.sessionId);
  return taken;
};

describe('waiting sessions', () => {
  it('come in the order of their organization, and organizations take turns', () => {
    const waiting = new WaitingSessions();
    for (const sessionId of ['a1', 'a2', 'a3', 'a1']) waiting.add({ organizationId: 'a', sessionId }, 0);
    for (const sessionId of ['b1', 'b2']) waiting.add({ organizationId: 'b', sessionId }, 0);
    waiting.add({ organizationId: 'c', sessionId: 'c1' }, 0);
    assert.equal(waiting.size, 6);
    assert.deepEqual(takeAll(waiting), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    assert.equal(waiting.size, 0);
  });

  it('wait until they are due, and hold up nobody who is', () => {
    const waiting = new WaitingSessions();
    assert.equal(waiting.nextDue(), Number.POSITIVE_INFINITY);
    waiting.add({ organizationId: 'a', sessionId: 'a1' }, 20);
    waiting.add({ organizationId: 'b', sessionId: 'b1' }, 10);
    assert.equal(waiting.nextDue(), 10);
    assert.deepEqual([takeAll(waiting, 9), takeAll(waiting, 10), takeAll(waiting, 20)], [[], ['b1'], ['a1']]);
  });

  it('that wait longer hold up none that came after them', () => {
    const waiting = new WaitingSessions();
    waiting.add({ organizationId: 'a', sessionId: 'long' }, 2000);
    waiting.add({ organizationId: 'a', sessionId: 'short' }, 100);
    assert.equal(waiting.nextDue(), 100);
    assert.deepEqual([takeAll(waiting, 100), takeAll(waiting, 2000)], [['short'], ['long']]);
  });

  it('of one organization leave room for those of others', () => {
    const waiting = new WaitingSessions();
    for (let n = 0; n < 60_000; n++) waiting.add({ organizationId: 'a', sessionId: `a${n}` }, 0);
    assert.equal(waiting.size, 10_000);
    waiting.add({ organizationId: 'b', sessionId: 'b1' }, 0);
    assert.deepEqual(
      [waiting.take(0), waiting.take(0)],
      [
        { organizationId: 'a', sessionId: 'a0' },
        { organizationId: 'b', sessionId: 'b1' },
      ],
    );
  });
});
