import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { BusEntry } from '../behind.ts';
import { lossesOf, missing, Receipts } from './receipts.ts';

const entry = (sessionId: string, first: number, count = 1) =>
  ({ sessionId, first, count, at: 7 }) as unknown as BusEntry;
const receipt = (sequence: number, sessionId = 'a', first = sequence, last = first) => ({
  ...{ sequence, sessionId, first, last, at: 7 },
});

it('keeps what was acknowledged in the order of the bus until the database has it', () => {
  const receipts = new Receipts();
  assert.equal(receipts.highest, 0);
  for (const sequence of [3, 7, 5, 6, 9]) receipts.add(sequence, entry('a', sequence));
  assert.deepEqual(
    receipts.waiting().map(({ sequence }) => sequence),
    [3, 5, 6, 7, 9],
  );
  assert.equal(receipts.highest, 9);
  receipts.persistedTo(5);
  assert.deepEqual(receipts.waiting(), [receipt(6), receipt(7), receipt(9)]);
  receipts.dropFrom(7);
  assert.deepEqual(receipts.waiting(), [receipt(6)]);
  receipts.persistedTo(6);
  assert.deepEqual([receipts.waiting(), receipts.highest], [[], 0]);
});

it('is bounded: the oldest are forgotten', () => {
  const receipts = new Receipts();
  for (let sequence = 1; sequence <= 200_005; sequence++) receipts.add(sequence, entry('a', sequence));
  const waiting = receipts.waiting();
  assert.deepEqual([waiting.length, waiting[0]?.sequence, receipts.highest], [200_000, 6, 200_005]);
});

it('finds where the bus ends with few looks, wherever that is', async () => {
  const all = Array.from({ length: 1000 }, (_, index) => receipt(index + 1));
  for (const there of [0, 1, 2, 499, 500, 998, 999, 1000]) {
    let looks = 0;
    const gone = await missing(all, async ({ sequence }) => {
      looks++;
      return sequence <= there;
    });
    assert.deepEqual(gone, all.slice(there), String(there));
    assert.ok(looks <= 11, `${looks} looks`);
    if (there === 1000) assert.equal(looks, 1, 'mostly nothing is missing');
  }
  assert.deepEqual(await missing([], async () => assert.fail('nothing to look at')), []);
});

it('tells what is lost by session, neighbours together, and no ends of sessions', () => {
  const gone = [
    receipt(10, 'b', 4, 6),
    receipt(11, 'a', 1, 2),
    receipt(12, 'b', 7, 7),
    receipt(13, 'b', 9, 9),
    receipt(14, 'a', 3, 2),
  ];
  const told = lossesOf(gone, 'debrief born', 99).map(({ sessionId, first, last, stream, foundAt }) => [
    ...[sessionId, first, last, stream, foundAt],
  ]);
  assert.deepEqual(told, [
    ['b', 4, 7, 'debrief born', 99],
    ['b', 9, 9, 'debrief born', 99],
    ['a', 1, 2, 'debrief born', 99],
  ]);
});
