import assert from 'node:assert/strict';
import { it } from 'node:test';
import { killRun } from '../../testing/kill-run.ts';

// The full form, 500 kills: node packages/cli/src/testing/kill-run.ts 500
it('loses nothing and sends nothing twice when killed at random against a failing server', async () => {
  const { events } = await killRun(Number(process.env.DEBRIEF_KILLS ?? 20));
  assert.ok(events > 500);
});
