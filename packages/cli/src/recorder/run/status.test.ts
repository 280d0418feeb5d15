import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hangingFor, type Status, uploadedSince } from './status.ts';

const status = (startedAt: number, events: number, quarantined = 0) =>
  ({ startedAt, upload: { events, quarantined } }) as Status;

it('what was uploaded since an earlier status is counted anew for another recorder', () => {
  assert.deepEqual(uploadedSince(status(1, 5, 2), status(1, 9, 3)), { events: 4, quarantined: 1 });
  assert.deepEqual(uploadedSince(status(1, 5, 2), status(2, 3)), { events: 3, quarantined: 0 });
  assert.deepEqual(uploadedSince(undefined, status(2, 3, 1)), { events: 3, quarantined: 1 });
});

it('a recorder hangs when its process is there and has written nothing for two minutes', () => {
  const written = { pid: 7, updatedAt: 1_000_000 } as Status;
  assert.equal(hangingFor(written, 7, 1_120_000), undefined);
  assert.equal(hangingFor(written, 7, 1_120_001), 120_001);
  // Another one has begun and not written yet; or none ever has.
  assert.equal(hangingFor(written, 8, 2_000_000), undefined);
  assert.equal(hangingFor(undefined, 7, 2_000_000), undefined);
});
