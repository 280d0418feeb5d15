import assert from 'node:assert/strict';
import { it } from 'node:test';
import { encodeEvents } from '../domain/session/event-lines.ts';
import { eventsOf, mergeNeighbours, packLines, packSync, unpack, worthCompressing } from './batch.ts';

const batchAt = (first: number, count: number) => ({
  first,
  count,
  at: first,
  ...packSync(
    encodeEvents(Array.from({ length: count }, (_, index) => ({ eventType: 'e', payload: first + index }))),
  ),
});

it('merges neighbours only, so that every event keeps its number', () => {
  const merges = mergeNeighbours([
    batchAt(1, 2),
    batchAt(3, 1),
    batchAt(7, 2),
    batchAt(9, 300),
    batchAt(309, 1),
  ]);
  assert.deepEqual(
    merges.map(({ merged, replaces }) => [merged.first, merged.count, replaces.length]),
    [[1, 3, 2]],
  );
  for (const { merged } of merges) {
    for (const event of eventsOf(merged, unpack(merged))) assert.equal(Number(event.payload), event.sequence);
  }
});

it('gives the memory of packed lines back, unless it is needed or others have a part in it', () => {
  const alone = new Uint8Array(worthCompressing).fill(97);
  const { body } = packLines(alone);
  assert.equal(alone.byteLength, 0);
  assert.equal(unpack({ encoding: 1, body }).length, worthCompressing);
  const small = new Uint8Array(worthCompressing - 1).fill(97);
  assert.equal(packLines(small).body, small);
  assert.equal(small.byteLength, worthCompressing - 1);
  const shared = new Uint8Array(2 * worthCompressing).fill(97);
  packLines(shared.subarray(worthCompressing));
  assert.equal(shared.at(-1), 97);
});
