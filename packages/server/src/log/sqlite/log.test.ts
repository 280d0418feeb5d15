import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import type { DebriefError } from '@debrief/contract';
import { storedSession, storedTenant } from '../../../testing/record.ts';
import { testStorage } from '../../../testing/storage.ts';
import { encodeEvents } from '../../domain/session/event-lines.ts';
import { sqlitePragmas } from '../../store/connection/sqlite.ts';
import { SqliteLog } from './log.ts';
import { SqliteReader } from './reader.ts';
import { SqliteWriter } from './writer.ts';

const aBatch = (key: string) => ({
  lines: encodeEvents([{ eventType: 'e', payload: { key, text: 'x'.repeat(500) } }]),
  count: 1,
  key,
  at: 1,
});

it('the WAL stays small however small the appends are', async () => {
  await using storage = await testStorage('sqlite');
  const { organizationId, sessionId } = await storedSession(storage.store, await storedTenant(storage.store));
  const append = (key: string) => storage.log.append({ organizationId, sessionId, ...aBatch(key) });
  for (let round = 0; round < 100; round++) {
    await Promise.all(Array.from({ length: 16 }, (_, n) => append(`${round}-${n}`)));
    // One commit after the other, as from a single client: each writes its pages anew.
    for (let n = 0; n < 16; n++) await append(`${round}-alone-${n}`);
  }
  const { size } = statSync(join(storage.folder, 'debrief.db-wal'));
  assert.ok(size < 12 * 1024 * 1024, `${size} bytes`);
});

it('a page is whole when its batches are merged between the look at their heads and at their bodies', async () => {
  await using storage = await testStorage('sqlite');
  const { organizationId, sessionId } = await storedSession(storage.store, await storedTenant(storage.store));
  for (const key of ['a', 'b', 'c']) await storage.log.append({ organizationId, sessionId, ...aBatch(key) });
  await storage.log.close({ organizationId, sessionId, status: 'completed', endedAt: 2, at: 2 });
  const path = join(storage.folder, 'debrief.db');
  const reader = new SqliteReader(path, '', { remembers: false });
  const writer = new SqliteWriter(path, '');
  const page = async (limit: number) => {
    const range = { organizationId, sessionId, order: 'asc' as const, after: 0, limit, bytes: 1e6 };
    const { events } = await reader.read(range);
    return events.map(({ sequence, payload }) => [sequence, JSON.parse(payload).key]);
  };
  // Both have looked at the heads and wait for the first body; the merged batch begins where the first one did.
  const reading = [page(1), page(10)];
  assert.deepEqual(writer.write([{ kind: 'compact' }]), [1]);
  assert.deepEqual(await Promise.all(reading), [
    [[1, 'a']],
    [
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ],
  ]);
  writer.close();
  reader.close();
});

it('the queue of the writer is bounded: what does not fit is refused at once and can be sent again', async () => {
  await using storage = await testStorage('sqlite');
  const { organizationId, sessionId } = await storedSession(storage.store, await storedTenant(storage.store));
  const path = join(storage.folder, 'debrief.db');
  const log = new SqliteLog({ path, pragmas: sqlitePragmas, queueBytes: 8 * 1024 });
  const append = (key: string) => log.append({ organizationId, sessionId, ...aBatch(key) });
  const keys = Array.from({ length: 40 }, (_, index) => `key-${index}`);
  const first = await Promise.allSettled(keys.map(append));
  const refused = keys.filter((_, index) => first[index]?.status === 'rejected');
  assert.ok(
    refused.length > 0 && refused.length < keys.length,
    `${refused.length} of ${keys.length} refused`,
  );
  for (const outcome of first) {
    if (outcome.status === 'rejected') {
      const { code, retryAfter } = outcome.reason as DebriefError;
      assert.deepEqual([code, (retryAfter ?? 0) > 0], ['service_unavailable', true]);
    }
  }
  const stored = keys.length - refused.length;
  assert.equal((await storage.store.session.find(organizationId, sessionId))?.eventCount, stored);
  for (const key of refused) assert.equal((await append(key)).replayed, false);
  assert.equal((await storage.store.session.find(organizationId, sessionId))?.eventCount, keys.length);
  await log.stop();
});

it('says that nothing can be stored from the first append that could not be until a write works (P1)', async () => {
  await using storage = await testStorage('sqlite');
  const { organizationId, sessionId } = await storedSession(storage.store, await storedTenant(storage.store));
  const path = join(storage.folder, 'debrief.db');
  const log = new SqliteLog({ path, pragmas: `${sqlitePragmas} PRAGMA busy_timeout = 50;` });
  const append = (key: string) => log.append({ organizationId, sessionId, ...aBatch(key) });
  await append('before');
  await log.check();
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  await assert.rejects(append('during'), { code: 'service_unavailable' });
  await assert.rejects(log.check(), { code: 'service_unavailable' });
  other.exec('ROLLBACK');
  other.close();
  await log.check();
  assert.equal((await append('during')).replayed, false);
  await log.stop();
});
