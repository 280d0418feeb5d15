import assert from 'node:assert/strict';
import { call } from './kit/answer.ts';
import { type Fault, pause } from './kit/fault.ts';
import { underLoad } from './kit/under-load.ts';

/** Milliseconds each way: an answer of the database takes twice as long, and an append waits for two or three of them. */
const delay = 100;

/** The database answers late, but soon enough: nothing has to be refused, everything only takes longer. */
export const slowStore: Fault = {
  name: 'slow-store',
  promise: 'R4',
  unit: 'seconds',
  arrangements: ['postgres', 'nats'],
  short: 5,
  full: 60,
  run: (run) =>
    underLoad(
      run,
      { world: { proxied: 'store' }, sessions: 8, writers: 8, duplicates: 0 },
      async ({ world, ledger }) => {
        await pause(1000);
        const before = world.server.memory();
        world.proxy?.set('slow', delay);
        // What was under way is answered as before.
        await pause(500);
        const { acknowledged, retries } = ledger;
        const health = await call(world.url, { path: '/health' });
        await pause(run.count * 1000);
        const stored = ledger.acknowledged - acknowledged;
        const repeated = ledger.retries - retries;
        const memory = Math.round(world.server.memory() - before);
        world.proxy?.set('pass');
        assert.equal(health.status, 200, 'it is slow, not away');
        assert.ok(health.milliseconds >= 2 * delay, `an answer after ${health.milliseconds} ms is not slow`);
        assert.ok(stored >= run.count, `${stored} batches in ${run.count} s`);
        assert.equal(repeated, 0, 'nothing had to be sent again');
        assert.ok(memory <= 50, `memory grew by ${memory} MB`);
        return { 'batches while slow': stored, 'health ms': Math.round(health.milliseconds), MB: memory };
      },
    ),
};
