import { it } from 'node:test';
import { offlineRun } from '../../testing/offline-run.ts';

// More of it: node packages/cli/src/testing/offline-run.ts 1000 10000
it('drains what piled up offline, in order and once, against a server that fails half of the time', async () => {
  await offlineRun(6, 60);
});
