import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LaneSkeleton } from '../transcript/skeleton.ts';
import { phasesOf } from './phases.ts';

test('runs of the same work, short ones merged into what is around them', () => {
  const kinds = 'RRRRFrSEEEESEESSSSSS';
  const lane = new LaneSkeleton();
  lane.apply({
    total: kinds.length,
    parts: [
      {
        from: 0,
        kinds,
        outcomes: '-'.repeat(kinds.length),
        flags: `${'A'.repeat(kinds.length - 1)}B`,
        sequences: [...kinds].map(() => 1),
      },
    ],
  });
  assert.deepEqual(phasesOf(lane), [
    { index: 0, name: 'Reading', entries: 7, errors: 0 },
    { index: 7, name: 'Editing', entries: 7, errors: 0 },
    { index: 14, name: 'Running commands', entries: 6, errors: 1 },
  ]);
  assert.deepEqual(phasesOf(new LaneSkeleton()), []);
});
