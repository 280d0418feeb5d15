import assert from 'node:assert/strict';
import { it } from 'node:test';
import { encodeEvents } from '../domain/session/event-lines.ts';
import { eventsOf, mergeNeighbours, packSync, unpack } from './batch.ts';

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
