import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isWithin, slowness } from './slowness.ts';

it('a limit grows with what the machine takes, and never beyond five times', () => {
  const now = slowness();
  assert.ok(now >= 1 && now <= 5, `${now}`);
  assert.equal(isWithin(99, 100), true);
  assert.equal(isWithin(501, 100), false);
});
