import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBodies } from './bodies.ts';

describe('bodies', () => {
  it('have exactly the length asked for, and use given memory again', () => {
    const bodies = createBodies();
    for (const bytes of [1, 16_384, 80_001, 1_048_576, 1_400_003]) {
      const first = bodies.take(bytes);
      assert.equal(first.length, bytes);
      first.fill(7);
      const second = bodies.take(bytes);
      assert.notEqual(second.buffer, first.buffer);
      bodies.give(first);
      const third = bodies.take(bytes);
      assert.equal(third.length, bytes);
      assert.equal(third.buffer === first.buffer, bytes >= 16_384);
    }
  });

  it('keep no more in store than there may be, and nothing once trimmed', () => {
    const bodies = createBodies();
    const all = Array.from({ length: 40 }, () => bodies.take(1_048_576));
    const memory = new Set(all.map((body) => body.buffer));
    for (const body of all) bodies.give(body);
    const again = Array.from({ length: 40 }, () => bodies.take(1_048_576));
    assert.equal(again.filter((body) => memory.has(body.buffer)).length, 32);
    for (const body of again) bodies.give(body);
    bodies.trim();
    assert.ok(!again.some((body) => body.buffer === bodies.take(1_048_576).buffer));
  });
});
