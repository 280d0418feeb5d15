import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Status, uploadedSince } from './status.ts';

const status = (startedAt: number, events: number, quarantined = 0) =>
  ({ startedAt, upload: { events, quarantined } }) as Status;

it('what was uploaded since an earlier status is counted anew for another recorder', () => {
  assert.deepEqual(uploadedSince(status(1, 5, 2), status(1, 9, 3)), { events: 4, quarantined: 1 });
  assert.deepEqual(uploadedSince(status(1, 5, 2), status(2, 3)), { events: 3, quarantined: 0 });
  assert.deepEqual(uploadedSince(undefined, status(2, 3, 1)), { events: 3, quarantined: 1 });
});
