import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ownMemory, releaseMemory } from './own-memory.ts';

it('bytes have their own memory when nothing else is in it', () => {
  const alone = Buffer.allocUnsafeSlow(10);
  assert.equal(ownMemory(alone), alone.buffer);
  assert.equal(ownMemory(alone.subarray(1)), undefined);
  assert.equal(ownMemory(new Uint8Array(new SharedArrayBuffer(10))), undefined);
});

it('memory of 4096 bytes and more is given back, unless something else is in it', () => {
  const [large, small, shared] = [4096, 4095, 8192].map((size) => Buffer.allocUnsafeSlow(size));
  assert.ok(large && small && shared);
  for (const bytes of [large, small, shared.subarray(0, 5000)]) releaseMemory(bytes);
  assert.deepEqual([large.length, small.length, shared.length], [0, 4095, 8192]);
});
