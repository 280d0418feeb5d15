import assert from 'node:assert/strict';
import { it } from 'node:test';
import { packSync } from './batch.ts';
import { UnpackedBatches } from './unpacked.ts';

const batch = (first: number, text: string) => ({ first, count: 1, at: 0, ...packSync(Buffer.from(text)) });

it('unpacked batches are remembered for the same bytes only', () => {
  const unpacked = new UnpackedBatches();
  const long = 'x'.repeat(10_000);
  assert.equal(unpacked.of(1, batch(1, long)), long);
  assert.equal(unpacked.of(1, batch(1, long)), long);
  // A number used again, a batch merged with its neighbours.
  assert.equal(unpacked.of(1, batch(1, 'another')), 'another');
  assert.equal(unpacked.of(2, batch(1, 'of somebody else')), 'of somebody else');
});

it('unpacked batches do not pile up', () => {
  const unpacked = new UnpackedBatches();
  for (let first = 1; first <= 200; first++) {
    assert.equal(unpacked.of(1, batch(first, `${first}`.padEnd(1_000_000))).trimEnd(), String(first));
  }
  assert.equal(unpacked.of(1, batch(1, '1'.padEnd(1_000_000))).trimEnd(), '1');
  assert.ok(unpacked.bytes <= 64 * 1024 * 1024, `${unpacked.bytes} bytes`);
});
