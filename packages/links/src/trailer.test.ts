import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commitLimits } from './commit.ts';
import { sessionNamedBy, trailersIn } from './trailer.ts';

test('only trailers that name a session are taken, and no names or addresses', () => {
  const message = [
    'Fix the parser',
    '',
    'Debrief-Session: ses_01ABC',
    'Co-Authored-By: Somebody <somebody@example.com>',
    'Claude-Session: https://claude.ai/code/session_01XYZ',
    'Entire-Checkpoint: 0123456789ab',
    'Debrief-Session: ses_01ABC',
    `Debrief-Session: ses_${'x'.repeat(500)}`,
    'Debrief-Session: https://debrief.example.com/ses_1',
  ].join('\n');
  assert.deepEqual(trailersIn(message), [
    'Debrief-Session: ses_01ABC',
    'Claude-Session: https://claude.ai/code/session_01XYZ',
    'Entire-Checkpoint: 0123456789ab',
  ]);
  assert.equal(sessionNamedBy('Debrief-Session: ses_01ABC'), 'ses_01ABC');
  assert.equal(sessionNamedBy('Claude-Session: https://claude.ai/code/session_01XYZ'), 'session_01XYZ');
  assert.equal(sessionNamedBy('Entire-Checkpoint: 0123456789ab'), undefined);
});

test('so many trailers of so many characters are read, and no more', () => {
  const trailer = (id: number) => `Debrief-Session: ses_${id}`;
  const many = Array.from({ length: commitLimits.trailers + 1 }, (_, id) => trailer(id));
  assert.deepEqual(trailersIn(many.join('\n')), many.slice(0, -1));
  const spaced = (length: number) => trailer(1) + ' '.repeat(length - trailer(1).length);
  assert.deepEqual(trailersIn(spaced(commitLimits.trailer)), [trailer(1)]);
  assert.deepEqual(trailersIn(spaced(commitLimits.trailer + 1)), []);
});
