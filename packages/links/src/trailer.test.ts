import assert from 'node:assert/strict';
import { test } from 'node:test';
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
