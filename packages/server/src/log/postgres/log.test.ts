import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { DebriefError } from '@debrief/contract';
import { isWithin } from '../../../../../scripts/test/slowness.ts';
import { runStatement } from '../../../testing/engine.ts';
import { storedSession, storedTenant } from '../../../testing/record.ts';
import { type TestStorage, testStorage } from '../../../testing/storage.ts';
import { encodeEvents } from '../../domain/session/event-lines.ts';
import { openPostgres } from '../../store/connection/postgres.ts';
import { isUnavailable } from '../../store/connection/unavailable.ts';
import { probeName } from '../storable.ts';
import { PostgresLog } from './log.ts';

const aBatch = (key: string) => ({
  lines: encodeEvents([{ eventType: 'e', payload: { key, text: 'x'.repeat(500) } }]),
  count: 1,
  key,
  at: 1,
});

/** A log of its own on the same database, and somebody who can lock rows of it. */
async function beside(storage: TestStorage, given: { queueBytes?: number } = {}) {
  assert.ok(storage.config.engine === 'postgres');
  const { url } = storage.config;
  const session = await storedSession(storage.store, await storedTenant(storage.store));
  const { organizationId, sessionId } = session;
  const { pool } = openPostgres({ url, poolSize: 2 });
  const log = new PostgresLog({
    pool,
    isUnavailable,
    thread: { url: new URL('../../postgres-writer-thread.ts', import.meta.url), workerData: { url } },
    ...given,
  });
  await log.start();
  const holder = await pool.connect();
  const append = (key: string) => log.append({ organizationId, sessionId, ...aBatch(key) });
  return {
    log,
    append,
    async hold() {
      await holder.query('begin');
      await holder.query('select 1 from sessions where session_id = $1 for update', [sessionId]);
    },
    letGo: () => holder.query('rollback'),
    count: async () => (await storage.store.session.find(organizationId, sessionId))?.eventCount,
    async [Symbol.asyncDispose]() {
      await log.stop();
      holder.release();
      await pool.end();
    },
  };
}

it('the queue of the writer is bounded: what does not fit is refused at once and can be sent again', async () => {
  await using storage = await testStorage('postgres');
  await using own = await beside(storage, { queueBytes: 8 * 1024 });
  const keys = Array.from({ length: 40 }, (_, index) => `key-${index}`);
  const first = await Promise.allSettled(keys.map(own.append));
  const refused = keys.filter((_, index) => first[index]?.status === 'rejected');
  assert.ok(refused.length > 0 && refused.length < keys.length, `${refused.length} refused`);
  for (const outcome of first) {
    if (outcome.status === 'rejected') {
      const { code, retryAfter } = outcome.reason as DebriefError;
      assert.deepEqual([code, (retryAfter ?? 0) > 0], ['service_unavailable', true]);
    }
  }
  assert.equal(await own.count(), keys.length - refused.length);
  for (const key of refused) assert.equal((await own.append(key)).replayed, false);
  assert.equal(await own.count(), keys.length);
});

it('refuses an append that takes more than two seconds; its retry learns whether it was stored (R4)', async () => {
  await using storage = await testStorage('postgres');
  await using own = await beside(storage);
  assert.equal((await own.append('before')).first, 1);
  await own.log.check();
  await own.hold();
  const begun = performance.now();
  await assert.rejects(own.append('during'), { code: 'service_unavailable' });
  const took = performance.now() - begun;
  assert.ok(took > 1900 && isWithin(took, 4000), `${took} ms`);
  // Nothing can be added, though something can be removed.
  await runStatement(
    storage.config,
    `alter table settings add constraint no_probe check (name <> '${probeName}')`,
  );
  await assert.rejects(own.log.check(), /no_probe/);
  await runStatement(storage.config, 'alter table settings drop constraint no_probe');
  await own.log.check();
  assert.deepEqual(
    await runStatement(storage.config, `select 1 from settings where name = '${probeName}'`),
    [],
  );
  await own.letGo();
  // The statement that waited for the row is done by now, or still to be done.
  const again = await own.append('during');
  assert.equal(again.first, 2);
  assert.equal(await own.count(), 2);
  await own.log.check();
});
