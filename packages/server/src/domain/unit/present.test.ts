import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { iso } from '../present.ts';

test('a time is written as Date writes it, whatever was written before', () => {
  const furthest = 8.64e15;
  const at = fc.oneof(
    fc.integer({ min: -furthest, max: furthest }),
    fc.integer({ min: 0, max: 4e12 }),
    fc.constantFrom(0, -1, 999, 86_399_999, 86_400_000, -furthest, furthest),
  );
  fc.assert(fc.property(at, (epochMs) => assert.equal(iso(epochMs), new Date(epochMs).toISOString())));
});
