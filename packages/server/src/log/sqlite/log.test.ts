import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import type { DebriefError } from '@debrief/contract';
import { storedSession, storedTenant } from '../../../testing/record.ts';
import { testStorage } from '../../../testing/storage.ts';
import { encodeEvents } from '../../domain/session/event-lines.ts';
import { sqlitePragmas } from '../../store/connection/sqlite-pragmas.ts';
import { probeName } from '../storable.ts';
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
  for (let round = 0; round < 40; round++) {
    await Promise.all(Array.from({ length: 16 }, (_, n) => append(`${round}-${n}`)));
    // One commit after the other, as from a single client: each writes its pages anew.
    for (let n = 0; n < 16; n++) await append(`${round}-alone-${n}`);
  }
  const { size } = statSync(join(storage.folder, 'debrief.db-wal'));
  // Without moving anything into the file it would be 13 MB by now.
  assert.ok(size < 8 * 1024 * 1024, `${size} bytes`);
});

it('the WAL stays small however much comes from a bus', async () => {
  await using storage = await testStorage('sqlite');
  const session = await storedSession(storage.store, await storedTenant(storage.store));
  const log = new SqliteLog({ path: join(storage.folder, 'debrief.db'), pragmas: sqlitePragmas });
  const store = log.behindBus();
  const wal = () => statSync(join(storage.folder, 'debrief.db-wal')).size;
  const bound = 12 * 1024 * 1024;
  await store.follow('stream');
  const { organizationId, sessionId } = session;
  const entry = (first: number) => ({
    ...{ kind: 'batch' as const, organizationId, sessionId, at: 1, first, count: 1, encoding: 0 },
    ...{ keyHash: '', fingerprint: '', claim: '', status: '' as const, endedAt: 0 },
    body: randomBytes(10_000),
  });
  for (let run = 0; run < 20; run++) {
    const entries = Array.from({ length: 100 }, (_, index) => entry(run * 100 + index + 1));
    await store.persist({ stream: 'stream', epoch: 0, from: run, to: run + 1, entries });
  }
  assert.ok(wal() < bound, `${wal()} bytes after what was persisted`);
  for (let claim = 0; claim < 20; claim++)
    await store.stash(`claim-${claim}`, sessionId, randomBytes(1024 * 1024), claim);
  assert.ok(wal() < bound, `${wal()} bytes after what was stashed`);
  await log.stop();
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
    return events.map(({ sequence, payload }) => [sequence, JSON.parse(payload.toString()).key]);
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

it('a page is what is left when its batches are erased between the look at their heads and at their bodies', async () => {
  await using storage = await testStorage('sqlite');
  const { organizationId, sessionId } = await storedSession(storage.store, await storedTenant(storage.store));
  await storage.log.append({ organizationId, sessionId, ...aBatch('a') });
  const path = join(storage.folder, 'debrief.db');
  const reader = new SqliteReader(path, '', { remembers: true });
  const writer = new SqliteWriter(path, '');
  const range = { organizationId, sessionId, order: 'asc' as const, after: 0, limit: 9, bytes: 1e6 };
  const reading = reader.read(range);
  writer.write([{ kind: 'erase', sessionPk: 1 }]);
  assert.deepEqual(await reading, { events: [], more: false });
  writer.close();
  reader.close();
});

it('a reader that remembers unpacks a batch once; another reads it each time, and not through mapped memory', async () => {
  await using storage = await testStorage('sqlite');
  const { organizationId, sessionId } = await storedSession(storage.store, await storedTenant(storage.store));
  await storage.log.append({ organizationId, sessionId, ...aBatch('a') });
  const path = join(storage.folder, 'debrief.db');
  const range = { organizationId, sessionId, order: 'asc' as const, after: 0, limit: 9, bytes: 1e6 };
  const [remembering, forgetful] = [true, false].map(
    (remembers) => new SqliteReader(path, '', { remembers }),
  );
  assert.ok(remembering && forgetful);
  const mapped = ({ db }: SqliteReader) => db.prepare('PRAGMA mmap_size').get()?.mmap_size;
  assert.deepEqual([mapped(remembering), mapped(forgetful)], [1024 ** 3, 0]);
  for (const reader of [remembering, forgetful]) assert.equal((await reader.read(range)).events.length, 1);
  const other = new DatabaseSync(path);
  // The same head with a body that is none.
  other.exec(`update event_batches set body = x'00'`);
  other.close();
  assert.equal((await remembering.read(range)).events.length, 1);
  assert.equal((await forgetful.read(range)).events.length, 0);
  remembering.close();
  forgetful.close();
});

it('a batch that cannot be unpacked is an error, not a reason to look again for ever', async () => {
  await using storage = await testStorage('sqlite');
  const { organizationId, sessionId } = await storedSession(storage.store, await storedTenant(storage.store));
  await storage.log.append({ organizationId, sessionId, ...aBatch('a') });
  const path = join(storage.folder, 'debrief.db');
  const other = new DatabaseSync(path);
  other.exec(`update event_batches set encoding = 1, body = x'00'`);
  other.close();
  const range = { organizationId, sessionId, order: 'asc' as const, after: 0, limit: 9, bytes: 1e6 };
  await assert.rejects(storage.log.read(range), { code: 'ZSTD_error_prefix_unknown' });
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
  const faults: string[] = [];
  const log = new SqliteLog({
    path,
    pragmas: `${sqlitePragmas} PRAGMA busy_timeout = 50;`,
    onFault: (fault) => faults.push(fault),
  });
  const append = (key: string) => log.append({ organizationId, sessionId, ...aBatch(key) });
  await append('before');
  await log.check();
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  await assert.rejects(append('during'), { code: 'service_unavailable' });
  assert.match(faults.join(), /database is locked/);
  await assert.rejects(log.check(), { code: 'service_unavailable' });
  other.exec('ROLLBACK');
  // Nothing can be added, though something can be removed.
  other.exec(
    `create trigger full before insert on settings when new.name = '${probeName}' begin select raise(abort, 'full'); end`,
  );
  await assert.rejects(log.check(), { code: 'service_unavailable' });
  other.exec('drop trigger full');
  await log.check();
  assert.equal(other.prepare('select 1 from settings where name = ?').get(probeName), undefined);
  other.close();
  assert.equal((await append('during')).replayed, false);
  await log.stop();
});
